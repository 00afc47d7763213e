// Builds the page that the binary embeds: one file, without its search. `node build.mjs --check` says whether the one
// that is checked in is what would be built.

import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const page = new URL("../crates/tremaux-replay/player/page.html", import.meta.url);

async function bundle(entry) {
    const { outputFiles } = await build({
        entryPoints: [new URL(entry, import.meta.url).pathname],
        bundle: true,
        minify: true,
        write: false,
        target: "es2022",
        charset: "utf8",
        legalComments: "none",
        jsx: "automatic",
        jsxImportSource: "preact",
    });
    return outputFiles[0].text.trim();
}

const [script, style] = await Promise.all([bundle("src/page.ts"), bundle("src/player.css")]);
if (/<\/(script|style)/i.test(script + style)) throw new Error("what is built would end its own element");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
// The page may run its own script and nothing else, and fetch nothing.
const policy = `default-src 'none'; script-src ${hash(script)}; style-src 'unsafe-inline'`;
// Preact and its signals are part of the script; their licence asks to be named.
const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Tremaux, with Preact and its signals (MIT licence, github.com/preactjs/preact)">
<title>Tremaux</title>
<style>${style}</style>
</head>
<body>
<div id="player"><noscript>This page shows a search step by step, and needs JavaScript for it.</noscript></div>
<script type="application/json" id="search">SEARCH</script>
<script>${script}</script>
</body>
</html>
`;

if (process.argv.includes("--check")) {
    if ((await readFile(page, "utf8")) !== html) {
        console.error(
            "crates/tremaux-replay/player/page.html is not what web/ builds: run `npm run build` in web/",
        );
        process.exit(1);
    }
} else {
    await writeFile(page, html);
}
