// In a real browser, with a real server: ROSENBLATT is the command, CHROMIUM the browser. A failed test is retried once,
// for busy machines.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["e2e/*.test.ts"], testTimeout: 30_000, hookTimeout: 60_000, fileParallelism: false, retry: 1 },
});
