import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** The typeface goes out with its licence. */
function licences(): Plugin {
  return {
    name: "licences",
    generateBundle() {
      const source = readFileSync("node_modules/@fontsource-variable/inter/LICENSE", "utf8");
      this.emitFile({ type: "asset", fileName: "assets/inter-licence.txt", source });
    },
  };
}

// Built into the package, from where the server serves it: the page at every address of the app, the rest under /assets.
export default defineConfig({
  plugins: [svelte(), licences()],
  build: {
    outDir: "../src/pitlink/server/built",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
  },
});
