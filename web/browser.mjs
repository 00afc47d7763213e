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

const SIZES = [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
];

/**
 * At the sizes of a desk and of a phone, in light and dark, axe finds nothing, and nothing is wider than the screen.
 * `prepare` is done at each size before it is looked at. In dark the colours alone are other ones.
 */
export async function areAccessible(page, prepare = async () => {}) {
    await page.addScriptTag({ path: axe });
    for (const size of SIZES) {
        await page.setViewportSize(size);
        for (const colorScheme of ["light", "dark"]) {
            await page.emulateMedia({ colorScheme });
            await prepare();
            await drawn(page);
            const only = colorScheme === "light" ? {} : { runOnly: { type: "rule", values: ["color-contrast"] } };
            const rules = { resultTypes: ["violations"], ...only };
            const { violations } = await page.evaluate((rules) => window.axe.run(rules), rules);
            assert.deepEqual(
                violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 120))]),
                [],
                `${size.width} pixels, ${colorScheme}`,
            );
        }
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }
}
