// What the tests of the pages share: the binary, a browser, and what a page must not do.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

export const tremaux = process.env.TREMAUX ?? new URL("../target/debug/tremaux", import.meta.url).pathname;
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

export function launched() {
    const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const quiet = [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ];
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: [...asRoot, ...quiet],
    });
}

/** Opens a page, and fails where it says anything on the console or asks anything of others than its `origin`. */
export async function opened(browser, address, origin, options, then) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const wrong = [];
    page.on("console", (message) => wrong.push(message.text()));
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("request", (request) => request.url().startsWith(origin) || wrong.push(request.url()));
    await page.goto(address);
    await then(page, wrong);
    assert.deepEqual(wrong, []);
    await context.close();
}

export const text = (page, selector) => page.locator(selector).innerText();

export const at = async (page, step) =>
    page.waitForFunction(
        (step) => document.querySelector(".where")?.textContent.startsWith(`step ${step} of`),
        step.toLocaleString("en"),
    );

/** Waits until what was done is drawn. */
export const drawn = (page) =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The sizes and colours at which pages are looked at. */
export const LOOKS = [
    ["desk", { width: 1440, height: 900 }],
    ["phone", { width: 360, height: 740 }],
].flatMap(([name, viewport]) =>
    ["light", "dark"].map((colorScheme) => [`a ${name}'s size, ${colorScheme}`, { viewport, colorScheme, bypassCSP: true }]),
);

/** Axe finds nothing, and nothing is wider than the screen. */
export async function isAccessible(page) {
    await page.addScriptTag({ path: axe });
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(
        violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 120))]),
        [],
    );
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}
