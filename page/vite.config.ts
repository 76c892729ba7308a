// One file: script and style are inside the page, so that a saved page is self-contained.
import { defineConfig, type Plugin } from "vite";

const oneFile: Plugin = {
  name: "one-file",
  enforce: "post",
  generateBundle(_, bundle) {
    const page = bundle["index.html"];
    if (page?.type !== "asset") throw new Error("there is no page");
    let source = String(page.source);
    for (const [name, file] of Object.entries(bundle)) {
      if (file.type === "chunk") {
        const code = file.code.trim().replaceAll("</script", "<\\/script");
        source = source.replace(new RegExp(`\\s*<script[^>]*src="[^"]*${name}"></script>`), "");
        source = source.replace("</body>", () => `<script type="module">${code}</script>\n</body>`);
      } else if (name.endsWith(".css")) {
        const style = String(file.source).trim();
        source = source.replace(new RegExp(`<link[^>]*href="[^"]*${name}">`), () => `<style>${style}</style>`);
      } else continue;
      delete bundle[name];
    }
    delete bundle["index.html"];
    this.emitFile({ type: "asset", fileName: "page.html", source });
  },
};

export default defineConfig({
  plugins: [oneFile],
  base: "./",
  build: {
    outDir: process.env.PAGE_OUT ?? "../src/rosenblatt/tracing/static",
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 1_000_000,
    target: "es2022",
  },
  test: { include: ["test/*.test.ts"] },
} as Parameters<typeof defineConfig>[0]);
