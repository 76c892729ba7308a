// In a real browser, against a real server: ROSENBLATT is the command, CHROMIUM the browser. What fails on a busy machine is
// tried once more.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["e2e/*.test.ts"], testTimeout: 30_000, hookTimeout: 60_000, fileParallelism: false, retry: 1 },
});
