// The page that `render` writes, in a real browser: opened as a file, without a network.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { areAccessible, at, drawn, launched, opened, text, tremaux } from "../browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "tremaux-page-"));
let browser;

/** Renders a search to a page; gives its address. */
function rendered(...problem) {
    const file = join(folder, `${problem.join("-").replaceAll(/[^\w-]/g, "")}.html`);
    execFileSync(tremaux, ["render", ...problem, "--quiet", "-o", file]);
    return pathToFileURL(file).href;
}

const open = (address, options, then) =>
    opened(browser, address, "file:", options, async (page) => {
        await page.waitForSelector(".board");
        await then(page);
    });

const press = async (page, key, step) => {
    await page.keyboard.press(key);
    await at(page, step);
};
const quantities = (page) =>
    page
        .locator(".quantities dl > div")
        .evaluateAll((rows) =>
            Object.fromEntries(
                rows.map((row) => [row.querySelector("dt").textContent, row.querySelector("dd").textContent]),
            ),
        );
const roles = (page) =>
    page
        .locator(".board .cell")
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("class").replace("cell ", "")));

let eight, four, paths, sudoku;

before(async () => {
    eight = rendered("queens", "8", "--take", "1");
    four = rendered("queens", "4");
    paths = rendered("paths", "1", "2");
    sudoku = rendered(
        "sudoku",
        "306508400520000000087000031003010080900863005050090600130000250000000074005206300",
        "--take",
        "1",
    );
    browser = await launched();
});

after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
});

test("4 queens, all: steps by keyboard, the marks and the quantities at the end", () =>
    open(four, {}, async (page) => {
        assert.equal(await text(page, ".caption"), "enter node 0");
        await press(page, "ArrowRight", 2);
        assert.equal(await text(page, ".caption"), "place 0");
        assert.equal((await roles(page))[0], "placed");
        assert.equal(await text(page, ".method .runs"), "    place it: board and marks");
        await press(page, "ArrowRight", 3);
        await press(page, "ArrowRight", 4);
        assert.equal(await text(page, ".caption"), "reject 0: column");
        assert.equal(await text(page, ".marks .ruling"), "column\n{0}");
        await press(page, "ArrowLeft", 3);
        await press(page, "End", 116);
        assert.deepEqual(await quantities(page), {
            depth: "0",
            calls: "17",
            tried: "60",
            rejected: "44",
            placed: "16",
            unplaced: "16",
            "dead ends": "4",
            solutions: "2",
        });
        assert.equal(await text(page, ".marks dd >> nth=0"), "{}");
        await press(page, "Home", 1);
    }));

test("solutions and dead ends are reached both ways", () =>
    open(four, {}, async (page) => {
        const steps = [];
        const step = async () => Number((await text(page, ".where")).split(" ")[1]);
        for (const key of ["n", "n", "N", "d", "D", "D"]) {
            await page.keyboard.press(key);
            await drawn(page);
            steps.push([await text(page, ".caption"), await step()]);
        }
        assert.deepEqual(
            steps.map(([caption]) => caption),
            ["solution", "solution", "solution", "dead end", "dead end", "dead end"],
        );
        const at = steps.map(([, step]) => step);
        assert.ok(at[0] < at[1] && at[2] === at[0] && at[3] > at[2] && at[4] < at[2] && at[5] < at[4], `${at}`);
        // The first solution of 4 queens: columns 1, 3, 0, 2.
        await page.keyboard.press("n");
        assert.equal(await text(page, ".choices"), "placed 1 › 3 › 0 › 2");
        await page.getByRole("button", { name: "previous solution" }).click({ force: true });
        assert.equal(
            await page.getByRole("button", { name: "previous solution" }).getAttribute("aria-disabled"),
            "true",
        );
        await page.keyboard.press("N");
        assert.equal(await text(page, ".notice"), "There is no earlier solution.");
    }));

test("forwards and backwards a state is the same", () =>
    open(sudoku, {}, async (page) => {
        const seen = () => page.locator(".board").innerHTML();
        await page.evaluate(() => (location.hash = "#step=997"));
        await at(page, 997);
        const forwards = [];
        for (let step = 998; step <= 1030; step++) {
            await press(page, "ArrowRight", step);
            forwards.push(await seen());
        }
        for (let step = 1029; step >= 998; step--) {
            await press(page, "ArrowLeft", step);
            assert.equal(await seen(), forwards[step - 998], `step ${step}`);
        }
    }));

test("the address restores the state, and says it", () =>
    open(`${eight}#step=640&hide-failed`, {}, async (page) => {
        await at(page, 640);
        assert.equal(await text(page, ".caption"), "reject 6: column");
        assert.equal(await page.getByRole("button", { name: "Hide failed" }).getAttribute("aria-pressed"), "true");
        await press(page, "l", 641);
        await page.keyboard.press("f");
        await page.waitForFunction(() => location.hash === "#step=641");
        await page.evaluate(() => (location.hash = "#step=1000000"));
        await at(page, 1243);
        await page.evaluate(() => (location.hash = "#step=nonsense"));
        await at(page, 1);
    }));

test("it plays, pauses, and runs until a depth; the live region says the step", () =>
    open(eight, {}, async (page) => {
        await page.getByLabel("speed").selectOption("1000/s");
        await page.locator("body").click({ position: { x: 2, y: 2 } });
        await page.keyboard.press("p");
        await at(page, 1243);
        assert.deepEqual((await quantities(page)).calls, "114");
        assert.equal(await page.getByRole("button", { name: "play", exact: true }).count(), 1);
        await page.keyboard.press("Home");
        await page.getByLabel("until depth").fill("7");
        await page.getByRole("button", { name: "Run" }).click();
        assert.match(await text(page, ".caption"), /^enter node/);
        assert.equal((await quantities(page)).depth, "7");
        const where = await text(page, ".where");
        await page.waitForFunction(
            (where) =>
                document
                    .querySelector("[aria-live]")
                    .textContent.startsWith(where.replace("step", "Step").split(" of")[0]),
            where,
        );
        await page.getByLabel("until depth").fill("99");
        await page.keyboard.press("Enter");
        assert.equal(await text(page, ".notice"), "No later step reaches depth 99.");
        // The same of a choice; to a step; and to the node above and to the end of one, by their keys.
        await page.getByLabel("run until").selectOption("step");
        await page.getByLabel("to step").fill("1");
        await page.keyboard.press("Enter");
        await at(page, 1);
        await page.getByLabel("to step").fill("1244");
        await page.keyboard.press("Enter");
        assert.equal(await text(page, ".notice"), "Expected a step from 1 to 1243, found 1244.");
        await page.getByLabel("run until").selectOption("choice");
        await page.getByLabel("until choice").fill("4");
        await page.keyboard.press("Enter");
        assert.equal(await text(page, ".caption"), "place 4");
        await page.locator("body").click({ position: { x: 2, y: 2 } });
        await page.keyboard.press("r");
        assert.equal(await text(page, ".caption"), "place 4");
        await page.keyboard.press("l");
        const depth = Number((await quantities(page)).depth);
        await page.keyboard.press("k");
        assert.match(await text(page, ".caption"), /^enter node/);
        assert.equal(Number((await quantities(page)).depth), depth - 1);
        await page.keyboard.press("j");
        assert.equal(await text(page, ".caption"), "leave");
        assert.equal(Number((await quantities(page)).depth), depth - 1);
        await page.getByLabel("until choice").fill("x");
        await page.getByRole("button", { name: "Run" }).click();
        assert.equal(await text(page, ".notice"), "No later step places x.");
    }));

test("the slider, the help and the tree by keyboard and mouse", () =>
    open(paths, {}, async (page) => {
        await page.getByRole("slider", { name: "Step" }).fill("30");
        await at(page, 30);
        await page.getByRole("slider", { name: "Step" }).press("ArrowRight");
        await at(page, 31);
        await page.keyboard.press("?");
        assert.ok(await page.getByRole("dialog", { name: "Keys" }).isVisible());
        await page.keyboard.press("Escape");
        assert.ok(await page.getByRole("dialog", { name: "Keys" }).isHidden());
        await press(page, "ArrowRight", 32);
        const tree = page.getByRole("img", { name: /^Decision tree/ });
        const picture = async () => {
            await drawn(page);
            return tree.evaluate((canvas) => canvas.toDataURL());
        };
        await tree.focus();
        const first = await picture();
        await page.keyboard.press("]");
        const larger = await picture();
        assert.notEqual(larger, first);
        await page.keyboard.press("Shift+ArrowRight");
        assert.notEqual(await picture(), larger);
        await page.keyboard.press("0");
        assert.equal(await picture(), first);
        // Nothing is above the root, and nothing beside it: a click on its level goes to the step that entered it.
        const { width, height } = await tree.boundingBox();
        const isFirst = async () => (await text(page, ".where")).startsWith("step 1 ");
        for (let y = 4; y < height / 4 && !(await isFirst()); y += 6) {
            for (let x = 0.35 * width; x < 0.8 * width; x += 12) await tree.click({ position: { x, y } });
        }
        assert.ok(await isFirst());
    }));

test("axe finds nothing at a desk's size or a phone's, in light or dark; nothing is wider than the screen", async () => {
    for (const [address, step] of [
        [eight, 300],
        [sudoku, 2000],
        [paths, 101],
    ]) {
        await open(`${address}#step=${step}`, { bypassCSP: true }, areAccessible);
    }
});
