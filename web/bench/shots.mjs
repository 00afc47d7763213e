// Pictures of every view at the sizes of a desk, a tablet and a phone, in light and dark, to be looked at:
//
//     cargo build && node web/bench/shots.mjs FOLDER [VIEW...]

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launched, tremaux } from "../browser.mjs";

const BOARD = "AABBB\nAACCB\nDCCCE\nDDDEE\nDDEEE";
const SUDOKU = (rules, size = 4) => `${rules}[Puzzle]\n${`${".".repeat(size)}\n`.repeat(size)}`;
const VARIANTS = SUDOKU("[Rules]\ndiagonal\nr1c1 < r1c2\nr3c3 ~ r4c3\nr1c1 r1c2 r2c1 = 6\nr3c4 r4c4 r4c3 = 8\n");

/** The views of `serve`, by what stands in the address. */
const VIEWS = {
    queens: { question: "first", size: 8, step: 300 },
    "queens-regions": { question: "first", rules: "no-touch", board: BOARD, step: 40 },
    sudoku: { question: "first", step: 700 },
    "sudoku-variants": { problem: "sudoku", question: "first", puzzle: VARIANTS, step: 30 },
    maze: { question: "all", step: 40 },
    "maze-what-if": { question: "all", pins: "3.0", step: 20 },
    paths: { question: "all", x: 2, y: 2, step: 60 },
    words: { question: "all", step: 40 },
    parens: { question: "all", pairs: 4, step: 50 },
    permutations: { question: "all", items: "a b c d", step: 40 },
    mistake: { problem: "queens", question: "all", size: 4, mistake: 1, step: 14 },
    "mistake-sudoku": { problem: "sudoku", question: "all", mistake: 1, step: 99_999 },
    mistakes: { problem: "queens", question: "mistakes", size: 4 },
    count: { problem: "paths", question: "count", x: 20, y: 20 },
    large: { problem: "queens", question: "all", size: 13 },
    tree: { problem: "queens", question: "tree", size: 8 },
    trouble: { problem: "maze", maze: "S..\n.x.\n..E" },
};
/** Files, by the arguments of `render`. */
const FILES = {
    "file.html": ["queens", "8", "--take", "1"],
    "state.svg": ["queens", "8", "--take", "1", "--step", "300"],
    "tree.svg": ["queens", "6", "--tree"],
    "film.gif": ["queens", "6", "--take", "1", "--step", "30", "--to", "30"],
};
const SIZES = { desk: [1280, 800], tablet: [820, 1180], phone: [390, 844] };

const [folder = "shots", ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server = spawn(tremaux, ["serve", "--port", "0", "--quiet"], { stdio: ["ignore", "ignore", "pipe"] });
const origin = await new Promise((done) => server.stderr.once("data", (bytes) => done(String(bytes).trim())));
const browser = await launched();

async function shoot(view, address) {
    for (const [size, [width, height]] of Object.entries(SIZES)) {
        for (const colorScheme of ["light", "dark"]) {
            const page = await browser.newPage({ viewport: { width, height }, colorScheme });
            await page.goto(address);
            // Until nothing is waited for, and then until it is drawn.
            await page.waitForFunction(() => !document.querySelector(".note")?.textContent.endsWith("…"), undefined, { timeout: 120_000 });
            await page.waitForTimeout(500);
            // What is below the edge of a desk's screen is scrolled to by itself.
            await page.screenshot({ path: `${folder}/${view}-${size}-${colorScheme}.png`, fullPage: size !== "desk" });
            await page.close();
        }
    }
}

for (const [view, fields] of Object.entries(VIEWS)) {
    if (wanted.length > 0 && !wanted.includes(view)) continue;
    await shoot(view, `${origin}#${new URLSearchParams({ problem: view.split("-")[0], ...fields })}`);
}
for (const [file, args] of Object.entries(FILES)) {
    if (wanted.length > 0 && !wanted.includes(file)) continue;
    const path = resolve(folder, file);
    execFileSync(tremaux, ["render", ...args, "--quiet", "-o", path]);
    // A picture is looked at in a page: some browsers draw it by itself in their own way.
    const picture = `${path}.html`;
    if (!file.endsWith(".html")) writeFileSync(picture, `<!doctype html><img src="${file}" alt="" style="max-width: 100%">`);
    await shoot(file, file.endsWith(".html") ? `${pathToFileURL(path).href}#step=300` : pathToFileURL(picture).href);
}
await browser.close();
server.kill("SIGINT");
