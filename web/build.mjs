// Builds the pages that the binary embeds, each one file: the one that a search is put into, and that of `serve`.
// `node build.mjs --check` says whether those that are checked in are what would be built.

import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const PAGES = [
    {
        file: "crates/tremaux-replay/player/page.html",
        script: "src/page.ts",
        style: "src/player.css",
        policy: "",
        body: `<div id="player" class="player"><noscript>This page shows a search step by step, and needs JavaScript for it.</noscript></div>
<script type="application/json" id="search">SEARCH</script>`,
    },
    {
        file: "crates/tremaux-cli/page/serve.html",
        script: "src/serve.tsx",
        style: "src/serve.css",
        // It asks the server it came from, and its icon is nothing.
        policy: "; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'",
        head: `\n<link rel="icon" href="data:,">`,
        body: `<div id="page"><noscript>This page needs JavaScript.</noscript></div>`,
    },
];

/** The most bytes of a page's script, compressed. */
const MOST_BYTES = 80_000;

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

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

async function page({ script: scriptFile, style: styleFile, policy: more, head = "", body }) {
    const [script, style] = await Promise.all([bundle(scriptFile), bundle(styleFile)]);
    if (/<\/(script|style)/i.test(script + style)) throw new Error("what is built would end its own element");
    const bytes = gzipSync(script).length;
    if (bytes > MOST_BYTES) throw new Error(`${scriptFile}: ${bytes} bytes compressed, expected at most ${MOST_BYTES}`);
    // The page may run its own script and nothing else, and fetch nothing but what is said.
    const policy = `default-src 'none'; script-src ${hash(script)}; style-src 'unsafe-inline'${more}`;
    // Preact and its signals are part of the script; their licence asks to be named.
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Tremaux, with Preact and its signals (MIT licence, github.com/preactjs/preact)">${head}
<title>Tremaux</title>
<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
}

for (const one of PAGES) {
    const [file, html] = [new URL(`../${one.file}`, import.meta.url), await page(one)];
    if (!process.argv.includes("--check")) {
        await mkdir(new URL(".", file), { recursive: true });
        await writeFile(file, html);
    } else if ((await readFile(file, "utf8")) !== html) {
        console.error(`${one.file} is not what web/ builds: run \`npm run build\` in web/`);
        process.exitCode = 1;
    }
}
