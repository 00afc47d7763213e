// How long a tree of a million nodes takes to be seen, and how smoothly it is panned: see README.md.
//
//     cargo build --release && node web/bench/tree.mjs

import { spawn } from "node:child_process";
import { launched } from "../browser.mjs";

const tremaux = process.env.TREMAUX ?? new URL("../../target/release/tremaux", import.meta.url).pathname;
const server = spawn(tremaux, ["serve", "--port", "0", "--quiet"], { stdio: ["ignore", "ignore", "pipe"] });
const origin = await new Promise((done) => server.stderr.once("data", (bytes) => done(String(bytes).trim())));
const browser = await launched();

const median = (numbers) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });

/** Pans for two seconds by the mouse, and tells of the frames that Chromium drew. */
async function pan(name) {
    const box = await page.locator(".tree canvas").boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await browser.startTracing(page, { categories: ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame"] });
    const ends = Date.now() + 2_000;
    for (let at = 0; Date.now() < ends; at += 7) {
        // A hand does not wait for the page either.
        void page.mouse.move(x + 300 * Math.sin(at / 50), y);
        await new Promise((done) => setTimeout(done, 7));
    }
    const trace = JSON.parse((await browser.stopTracing()).toString());
    await page.mouse.up();
    const drawn = trace.traceEvents.filter(({ name }) => name === "DrawFrame").map(({ ts }) => ts).sort((one, other) => one - other);
    const apart = drawn.slice(1).map((ts, index) => (ts - drawn[index]) / 1000);
    const work = trace.traceEvents.filter(({ name }) => name === "FireAnimationFrame").map(({ dur }) => dur / 1000);
    console.log(`${name}: ${drawn.length} frames, ${median(apart).toFixed(1)} ms apart, ${median(work).toFixed(1)} ms of work each (medians)`);
}

const openings = [];
for (let round = 0; round < 5; round++) {
    await page.goto("about:blank");
    await page.goto(`${origin}#problem=queens&question=tree&size=13`);
    await page.waitForSelector(".whole");
    openings.push(
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))),
    );
}
const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
console.log(`${await page.locator("h1").innerText()}: drawn ${median(openings).toFixed(0)} ms after the page was asked for (median of 5)`);
console.log(`first paint of the page ${paint.toFixed(0)} ms after it was asked for`);
await pan("at a readable size");
await page.getByRole("button", { name: "Whole" }).click();
await pan("the whole tree");

await browser.close();
server.kill("SIGINT");
