// The page of `tremaux serve`, in a real browser.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { areAccessible, at, drawn, launched, opened, text, tremaux } from "../browser.mjs";

let browser, server, origin;

/** A server of its own, and where it is. */
async function served() {
    const child = spawn(tremaux, ["serve", "--port", "0", "--quiet"], { stdio: ["ignore", "ignore", "pipe"] });
    const said = await new Promise((done) => child.stderr.once("data", (bytes) => done(String(bytes))));
    return [child, said.trim()];
}

before(async () => {
    [[server, origin], browser] = await Promise.all([served(), launched()]);
});

after(async () => {
    await browser?.close();
    server?.kill("SIGINT");
});

const open = (hash, options, then) => opened(browser, origin + hash, origin, options, then);
const search = (page) => page.getByRole("button", { name: "Search" }).click();
const steps = async (page) => Number((await text(page, ".where")).replaceAll(",", "").match(/of (\d+)/)[1]);
const hash = (page) => page.evaluate(() => location.hash);

test("every problem is chosen, searched, stepped, scrubbed and saved", () =>
    open("", { acceptDownloads: true }, async (page) => {
        await page.waitForSelector(".board");
        // Queens come last: the page begins with them, and each search is told from the one before by its heading.
        for (const [problem, begins] of [
            ["sudoku", "sudoku"],
            ["maze", "maze"],
            ["paths", "paths 2 2 N NE E"],
            ["words", "words"],
            ["parens", "parens 3"],
            ["permutations", "permutations a b c"],
            ["queens", "queens 6"],
        ]) {
            await page.getByLabel("Problem").selectOption(problem);
            await page.getByLabel("every solution, step by step").check();
            await search(page);
            await page.waitForFunction((begins) => document.querySelector("h1")?.textContent.startsWith(begins), begins);
            await at(page, 1);
            const last = await steps(page);
            await page.getByRole("button", { name: "step", exact: true }).click();
            await at(page, 2);
            await page.getByRole("slider", { name: "Step" }).fill(String(last - 1));
            await at(page, last - 1);
            await page.locator(".brand").click();
            await page.keyboard.press("ArrowRight");
            await at(page, last);
            assert.match(await text(page, ".where"), /the search is complete$/, problem);
            const solutions = await text(page, ".quantities dl > div:last-child dd");
            assert.ok(Number(solutions.replaceAll(",", "")) > 0, problem);
            const [download] = await Promise.all([
                page.waitForEvent("download"),
                page.getByRole("button", { name: "state", exact: true }).click(),
            ]);
            assert.equal(download.suggestedFilename(), `${problem}.svg`);
            assert.match(await readFile(await download.path(), "utf8"), /^<svg/);
        }
    }));

test("a search is saved as every kind of file", () =>
    open("#problem=queens&size=4&question=first&step=5", { acceptDownloads: true }, async (page) => {
        await at(page, 5);
        for (const [name, ending, begins] of [
            ["page", "html", "<!doctype html>"],
            ["tree", "svg", "<svg"],
            ["film", "gif", "GIF89a"],
            ["terminal", "cast", '{"version":2'],
            ["text", "txt", " . . . ."],
            ["data", "json", '{"schema":"tremaux-player"'],
        ]) {
            const [download] = await Promise.all([
                page.waitForEvent("download"),
                page.getByRole("button", { name, exact: true }).click(),
            ]);
            assert.equal(download.suggestedFilename(), `queens.${ending}`);
            const bytes = await readFile(await download.path());
            assert.equal(bytes.subarray(0, begins.length).toString("latin1"), begins);
            await page.waitForFunction((name) => document.querySelector(".note").textContent.startsWith(`Saved ${name}`), `queens.${ending}`);
        }
    }));

test("a board is drawn by mouse and by keyboard, and searched", () =>
    open("#problem=queens&size=4&question=all", {}, async (page) => {
        await page.waitForSelector(".board");
        const square = (row, column) => page.getByRole("gridcell", { name: `row ${row}, column ${column}:` });
        await square(0, 2).click();
        await page.getByRole("radio", { name: "blocked", exact: true }).check({ force: true });
        await square(3, 3).click();
        assert.equal(await page.getByLabel("Board as text").inputValue(), "..Q.\n....\n....\n...#");
        await square(3, 3).click();
        // By keyboard: left of where the last click was, a blocked square by its key; and away again.
        await page.keyboard.press("ArrowLeft");
        await page.keyboard.press("#");
        assert.equal(await square(3, 2).getAttribute("aria-label"), "row 3, column 2: blocked");
        await page.keyboard.press("Delete");
        await search(page);
        await page.waitForFunction(() => document.querySelector(".where")?.textContent.startsWith("step 1 of"));
        await page.locator(".brand").click();
        await page.keyboard.press("n");
        assert.equal(await text(page, ".caption"), "solution");
        assert.match(await hash(page), /board=\.\.Q\./);
        // A square that a queen stands on twice over.
        await square(0, 0).click();
        await page.getByRole("radio", { name: "queen", exact: true }).check({ force: true });
        await square(0, 0).click();
        await search(page);
        await page.waitForSelector(".trouble");
    }).catch((error) => {
        // The server refuses a board with two queens in a row, which the browser notes on its console.
        if (!/400 \(Bad Request\)/.test(String(error.message))) throw error;
    }));

test("coloured regions are drawn, and searched", () =>
    open("#problem=queens&size=5&question=first", {}, async (page) => {
        await page.waitForSelector(".board");
        const board = page.getByLabel("Board as text");
        await page.getByLabel("coloured regions").check();
        // A region for every row, and the rule that goes with it.
        assert.equal(await board.inputValue(), "AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE");
        assert.ok(await page.getByLabel("no two may touch").isChecked());
        // By the mouse, over more squares than one; then by keyboard.
        const square = (row, column) => page.getByRole("gridcell", { name: `row ${row}, column ${column}:` });
        await page.getByRole("radio", { name: "region B" }).check({ force: true });
        await square(0, 2).hover();
        await page.mouse.down();
        await square(0, 3).hover();
        await square(0, 4).hover();
        await page.mouse.up();
        await square(1, 0).focus();
        for (const key of ["a", "ArrowRight", "A"]) await page.keyboard.press(key);
        await page.getByRole("radio", { name: "region D" }).check({ force: true });
        await square(2, 0).click();
        await square(2, 4).click();
        assert.equal(await board.inputValue(), "AABBB\nAABBB\nDCCCD\nDDDDD\nEEEEE");
        assert.equal(await square(2, 4).getAttribute("aria-label"), "row 2, column 4: region D");
        await search(page);
        await page.waitForFunction(() => document.querySelectorAll(".board .tinted").length === 25);
        assert.match(await hash(page), /board=AABBB/);
        assert.match(await hash(page), /rules=no-touch/);
        // As many rows as are asked for, whatever is drawn; and as many are asked for as are typed.
        await page.getByLabel("Rows", { exact: true }).fill("4");
        assert.equal(await board.inputValue(), "AAAA\nBBBB\nCCCC\nDDDD");
        await page.getByLabel("queens and blocked squares").check();
        assert.equal(await board.inputValue(), "");
        assert.ok(!(await page.getByLabel("no two may touch").isChecked()));
        await square(1, 1).click();
        await page.getByLabel("Rows", { exact: true }).fill("6");
        assert.equal(await board.inputValue(), "......\n.Q....\n......\n......\n......\n......");
        await page.locator("summary").first().click();
        await board.fill("..\n..");
        assert.equal(await page.getByLabel("Rows", { exact: true }).inputValue(), "2");
    }));

test("the board and the tree are seen together, beside the input", () =>
    open("#problem=queens&size=8&step=300", { viewport: { width: 1280, height: 800 } }, async (page) => {
        await at(page, 300);
        const bottom = async (selector) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().bottom);
        const footer = await page.locator("footer").evaluate((one) => one.getBoundingClientRect().top);
        for (const selector of [".state", ".tree", ".panel"]) assert.ok((await bottom(selector)) <= footer, selector);
        assert.ok((await bottom(".run")) <= 800);
        assert.ok((await page.locator(".state .board").boundingBox()).height >= 250);
        assert.ok((await page.locator(".tree canvas").boundingBox()).height >= 250);
    }));

test("a Sudoku is typed, and a maze drawn", () =>
    open("#problem=sudoku&puzzle=&question=first", {}, async (page) => {
        await page.waitForSelector(".setup");
        const first = page.getByRole("gridcell", { name: "row 0, column 0:" });
        await first.focus();
        for (const key of ["5", "ArrowRight", "3", "ArrowDown", "ArrowDown", "9"]) await page.keyboard.press(key);
        const puzzle = await page.getByLabel("Puzzle as text").inputValue();
        assert.deepEqual(puzzle.split("\n").slice(0, 3), ["53.......", ".........", ".9......."]);
        // Every square is as large as every other.
        const heights = await page.getByRole("gridcell").evaluateAll((all) => all.map((one) => Math.round(one.clientHeight / 2)));
        assert.equal(new Set(heights).size, 1, `${heights}`);
        await page.getByLabel("Problem").selectOption("maze");
        await page.getByRole("gridcell", { name: "row 1, column 3: open" }).click();
        assert.match(await page.getByLabel("Maze as text").inputValue(), /^#########\n#S.##\.\.\.#/);
    }).catch((error) => {
        // An empty text is no Sudoku: that is refused, and noted on the console.
        if (!/400 \(Bad Request\)/.test(String(error.message))) throw error;
    }));

test("what if: a state becomes the input, and something is put into it", () =>
    open("#problem=queens&question=all&size=6&step=4", {}, async (page) => {
        await at(page, 4);
        assert.equal(await text(page, ".choices"), "placed 0");
        await page.getByRole("button", { name: "What if …" }).click();
        await page.getByRole("button", { name: "Draw on this state" }).click();
        assert.equal(await page.getByLabel("Board as text").inputValue(), "Q.....\n......\n......\n......\n......\n......");
        await page.getByRole("gridcell", { name: "row 1, column 3:" }).click();
        await search(page);
        await page.waitForFunction(() => document.querySelector("h1")?.textContent === "queens");
        await page.locator(".brand").click();
        await page.keyboard.press("End");
        await page.waitForFunction(() => /the search is complete/.test(document.querySelector(".where").textContent));
        // 6 queens have no solution with one in a corner.
        assert.equal(await text(page, ".quantities dl > div:last-child dd"), "0");
    }));

test("what if: the search below a choice of any problem, and back", () =>
    open("#problem=permutations&question=all&items=a+b+c&step=4", { bypassCSP: true }, async (page) => {
        await at(page, 4);
        assert.equal(await text(page, ".caption"), "reject a: used");
        const steps = await text(page, ".where");
        await page.locator(".brand").click();
        await page.keyboard.press("w");
        const dialog = page.getByRole("dialog", { name: /^What if/ });
        assert.ok(await dialog.getByRole("button", { name: "a", exact: true }).isDisabled());
        assert.match(await dialog.innerText(), /ruled out by used/);
        await areAccessible(page);
        await dialog.getByRole("button", { name: "c", exact: true }).click();
        await page.waitForSelector(".pinned");
        await at(page, 1);
        assert.match(await text(page, ".pinned"), /What if c\? Asked at step 4/);
        assert.equal(await text(page, ".choices"), "placed a › c");
        await page.keyboard.press("n");
        assert.equal(await text(page, ".choices"), "placed a › c › b");
        // Within it another one; a link restores both.
        await page.keyboard.press("Home");
        await page.getByRole("button", { name: "What if …" }).click();
        await dialog.getByRole("button", { name: "b", exact: true }).click();
        await page.waitForFunction(() => /What if b/.test(document.querySelector(".pinned").textContent));
        assert.match(await hash(page), /pins=4\.2_1\.1/);
        await page.reload();
        await page.waitForSelector(".pinned");
        assert.match(await text(page, ".choices"), /a › c › b/);
        await page.locator(".brand").click();
        await page.keyboard.press("b");
        await page.waitForFunction(() => /What if c/.test(document.querySelector(".pinned").textContent));
        await page.getByRole("button", { name: "Back", exact: true }).click();
        await page.waitForFunction(() => !document.querySelector(".pinned"));
        await at(page, 4);
        assert.equal(await text(page, ".where"), steps);
        assert.doesNotMatch(await hash(page), /pins/);
    }));

test("a file is opened", () =>
    open("#problem=maze&question=all", {}, async (page) => {
        await page.waitForSelector(".board");
        const file = { name: "maze.txt", mimeType: "text/plain", buffer: Buffer.from("1 0\n1 1\n") };
        await page.locator("summary").first().click();
        await page.locator("input[type=file]").setInputFiles(file);
        await page.waitForFunction(() => document.querySelector(".note").textContent === "Opened maze.txt.");
        await search(page);
        await page.waitForFunction(() => document.querySelectorAll(".board .cell").length === 4);
    }));

test("a board in the address has as many rows as it shows", () =>
    open("#problem=queens&question=first&board=.Q..%0A....%0A....%0A....&step=1", {}, async (page) => {
        await at(page, 1);
        assert.equal(await page.getByLabel("Rows", { exact: true }).inputValue(), "4");
        assert.equal(await page.locator(".board .cell").count(), 16);
    }));

test("the address restores what was asked and the step, and leads back", () =>
    open("#problem=queens&question=first&size=5&rules=torus&step=7&hide-failed", {}, async (page) => {
        await at(page, 7);
        assert.equal(await page.getByLabel("Rows", { exact: true }).inputValue(), "5");
        assert.ok(await page.getByLabel("the edges are joined").isChecked());
        assert.equal(await page.getByRole("button", { name: "Hide failed" }).getAttribute("aria-pressed"), "true");
        const link = await hash(page);
        await page.getByLabel("Rows", { exact: true }).fill("7");
        await search(page);
        await at(page, 1);
        await page.waitForFunction(() => /size=7.*step=1/.test(location.hash));
        await page.goBack();
        await at(page, 7);
        assert.equal(await hash(page), link);
        await page.evaluate(() => (location.hash = location.hash.replace("step=7", "step=9")));
        await at(page, 9);
    }));

test("the keyboard alone: from the problem to the search and through it", () =>
    open("", {}, async (page) => {
        await page.waitForSelector(".board");
        await page.getByLabel("Problem").focus();
        await page.keyboard.type("Par");
        await page.getByLabel("every solution, step by step").focus();
        await page.keyboard.press("Space");
        await page.getByLabel("Pairs").focus();
        await page.keyboard.press("ControlOrMeta+a");
        await page.keyboard.type("2");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.querySelector("h1")?.textContent === "parens 2");
        // In a field keys are letters; on the page they are the player's.
        const where = await text(page, ".where");
        await page.keyboard.press("n");
        assert.equal(await text(page, ".where"), where);
        await page.getByRole("button", { name: "play", exact: true }).focus();
        await page.keyboard.press("l");
        await at(page, 2);
        await page.keyboard.press("End");
        await page.waitForFunction(() => /the search is complete/.test(document.querySelector(".where").textContent));
        await page.waitForFunction(() => /^Step \d+ of/.test(document.querySelector("[aria-live]").textContent));
    }));

test("a search too long is counted with progress, and that can be cancelled", () =>
    open("#problem=queens&question=all&size=15", {}, async (page) => {
        await page.waitForSelector(".counting.short progress", { timeout: 20_000 });
        await at(page, 1);
        await page.waitForFunction(() => /[1-9]/.test(document.querySelector(".counting dd")?.textContent ?? ""));
        await page.locator(".counting").getByRole("button", { name: "Cancel" }).click();
        assert.equal(await text(page, ".counting .title"), "Cancelled");
        await page.getByLabel("how many there are").check();
        await page.getByLabel("Rows", { exact: true }).fill("12");
        await search(page);
        await page.waitForFunction(() => document.querySelector("h1")?.textContent === "14,200 solutions");
    }));

test("the whole tree: the overview, a node, and on from there", () =>
    open("#problem=queens&question=tree&size=8", {}, async (page) => {
        await page.waitForSelector(".whole");
        assert.equal(await text(page, "h1"), "The whole tree: 2,057 nodes");
        const tree = page.getByRole("img", { name: /^Decision tree of 2,057 nodes/ });
        const picture = async () => {
            await drawn(page);
            return tree.evaluate((canvas) => canvas.toDataURL());
        };
        const first = await picture();
        await tree.focus();
        await page.keyboard.press("Shift+ArrowRight");
        assert.notEqual(await picture(), first);
        await page.getByRole("button", { name: "solution ›" }).click();
        assert.equal(await text(page, ".selected p >> nth=0"), "Node 113 of 2,057, depth 8: solution.");
        assert.equal(await text(page, ".selected .choices"), "0 › 4 › 7 › 5 › 2 › 6 › 1 › 3");
        await page.locator(".strip").click({ position: { x: 200, y: 30 } });
        assert.notEqual(await text(page, ".selected p >> nth=0"), "Node 113 of 2,057, depth 8: solution.");
        await page.getByRole("slider", { name: "Node" }).fill("113");
        await page.getByRole("button", { name: "Step by step from here" }).click();
        await at(page, 1);
        assert.equal(await text(page, ".caption"), "enter node 113");
        assert.match(await hash(page), /from=113/);
    }));

test("mistakes stand beside the right program", () =>
    open("#problem=queens&question=mistakes&size=4", {}, async (page) => {
        await page.waitForSelector(".mistake");
        assert.ok((await page.locator(".mistake").count()) >= 4);
        const first = page.locator(".mistake").first();
        assert.match(await first.innerText(), /They part at step 14\./);
        assert.equal(await first.locator(".side.right dl").innerText(), "column\n{0}\ndiag\n{0}\nanti\n{0}");
        assert.match(await first.locator(".side.wrong").innerText(), /It ends with 0 solutions/);
        assert.equal(await first.locator(".board").count() % 2, 0);
    }));

test("a mistake is played beside the right program, and stops where they part", () =>
    open("#problem=queens&question=all&size=4&step=3", {}, async (page) => {
        await at(page, 3);
        const mistake = page.getByRole("combobox", { name: "Mistake" });
        assert.equal(await mistake.inputValue(), "0");
        await mistake.selectOption({ label: "the undo leaves the marks" });
        // At the step at which the search stood.
        await page.waitForFunction(() => document.querySelector(".where").textContent === "step 3 of 14");
        assert.match(await hash(page), /mistake=1&step=3$/);
        assert.equal(await page.locator(".state .board").count(), 2);
        assert.match(await text(page, ".explained"), /take the queen back, and its three marks/);
        assert.doesNotMatch(await text(page, ".explained"), /leads to/);
        const cells = (side) => page.locator(`.side.${side} .cell`).evaluateAll((all) => all.map((one) => one.outerHTML));
        assert.deepEqual(await cells("right"), await cells("wrong"));
        await page.getByRole("button", { name: "Go to where they part" }).click();
        await at(page, 14);
        assert.match(await text(page, ".where"), /here the programs part$/);
        assert.notDeepEqual(await cells("right"), await cells("wrong"));
        assert.match(await text(page, ".side.right"), /unplace 2\s+column\s+\{0\}/);
        assert.match(await text(page, ".side.wrong"), /unplace 2\s+column\s+\{0, 2\}/);
        assert.match(await text(page, ".explained"), /It leads to this: squares stay attacked.*It ends with 0 solutions/s);
        await page.waitForFunction(() =>
            /Here the programs part\. Right: unplace 2\. With the mistake: unplace 2\.$/.test(document.querySelector(".said").textContent),
        );
        // No step leads further.
        await page.locator(".brand").click();
        await page.keyboard.press("ArrowRight");
        await at(page, 14);
        // The next mistake, by its key; the link restores it.
        await page.keyboard.press("m");
        await page.waitForFunction(() => /only one diagonal/.test(document.querySelector(".explained").textContent));
        await page.reload();
        await page.waitForSelector(".explained");
        assert.equal(await mistake.inputValue(), "2");
        await page.keyboard.press("End");
        await page.waitForFunction(() => /Here they part/.test(document.querySelector(".explained").textContent));
        assert.match(await text(page, ".explained"), /It breaks after .*is not set/);
        // Without one, by the keyboard alone.
        await mistake.focus();
        await page.keyboard.press("Home");
        await page.waitForFunction(() => document.querySelectorAll(".state .board").length === 1);
        assert.ok(await mistake.evaluate((select) => select === document.activeElement));
        assert.doesNotMatch(await hash(page), /mistake/);
        assert.match(await text(page, ".where"), / of 116/);
    }));

test("a mistake of the list is played", () =>
    open("#problem=sudoku&question=mistakes", {}, async (page) => {
        await page.getByRole("button", { name: /^Step by step: it is ignored/ }).click();
        await page.waitForSelector(".explained");
        await page.locator(".brand").click();
        await page.keyboard.press("End");
        // The right program has ended with the grid full; the other goes on to take it apart.
        await page.waitForFunction(() => /it has ended/.test(document.querySelector(".side.right").textContent));
        const given = (where) => page.locator(`${where} .cell:not(.open)`).count();
        assert.equal(await given(".side.right"), 81);
        assert.ok((await given(".explained")) < 40);
    }));

test("coloured regions, cages and signs are drawn", () =>
    open("#problem=queens&question=all&rules=no-touch&board=AABBB%0AACCBB%0ADCCCE%0ADDDEE%0ADDEEE&step=2", {}, async (page) => {
        await at(page, 2);
        const fills = () =>
            page.locator(".board .tinted .ground").evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
        // All but the square that the first queen is placed on.
        assert.equal(new Set(await fills()).size, 5 + 1);
        await page.evaluate(
            () => (location.hash = "#problem=sudoku&question=first&puzzle=%5BRules%5D%0Ar1c1+%3C+r1c2%0Ar1c1+r1c2+r2c1+%3D+6%0A%5BPuzzle%5D%0A....%0A....%0A....%0A4...%0A"),
        );
        await page.waitForSelector(".printed .cage");
        assert.equal(await page.locator(".printed .label").textContent(), "6");
        assert.equal(await page.locator(".printed .sign").textContent(), "<");
    }));

test("an error is shown kindly, with its place", async () => {
    await opened(browser, `${origin}#problem=queens&board=....%0A...%0A`, origin, {}, async (page, wrong) => {
        await page.waitForSelector(".trouble");
        assert.match(await text(page, ".trouble"), /Expected a row of 4 squares like the first, found 3/);
        assert.match(await text(page, ".trouble pre"), /board\.txt, line 2, column 4\n\.\.\.\n {3}\^/);
        // Mended, it is searched.
        await page.getByLabel("Board as text").fill("....\n....\n....\n....");
        await search(page);
        await page.waitForSelector(".board");
        // The browser itself notes the refusal.
        assert.equal(wrong.splice(0).length, 1);
    });
});

test("a server that is gone is told of, and found again", async () => {
    const [child, address] = await served();
    await opened(browser, `${address}#problem=parens&question=all`, address, {}, async (page, wrong) => {
        await page.waitForSelector(".board");
        child.kill("SIGINT");
        await new Promise((done) => child.once("exit", done));
        await search(page);
        await page.waitForSelector(".trouble");
        assert.match(await text(page, ".trouble"), /The server does not answer/);
        wrong.splice(0);
    });
});

test("axe finds nothing at a desk's size or a phone's, in light or dark; nothing is wider than the screen", async () => {
    for (const [address, selector] of [
        ["#problem=queens&question=first&step=60", ".board"],
        ["#problem=queens&question=first&board=AABBB%0AACCBB%0ADCCCE%0ADDDEE%0ADDEEE&rules=no-touch&step=20", ".board"],
        ["#problem=sudoku&question=first&step=700", ".board"],
        ["#problem=queens&question=tree&size=7", ".whole"],
        ["#problem=queens&question=mistakes&size=4", ".mistake"],
        ["#problem=paths&question=count", ".counting h1"],
        ["#problem=queens&question=all&size=4&mistake=1&step=14", ".explained .parts"],
        ["#problem=maze&maze=x", ".trouble"],
    ]) {
        await opened(browser, origin + address, origin, { bypassCSP: true }, async (page, wrong) => {
            await page.waitForSelector(selector);
            // At a phone's size the input is hidden until it is asked for.
            await areAccessible(page, async () => {
                const show = page.getByRole("button", { name: "Show the input" });
                if (await show.count()) await show.click();
            });
            // The server refuses the maze, which the browser notes on its console.
            if (selector === ".trouble") wrong.splice(0);
        });
    }
});

test("it is seen at once", () =>
    open("#problem=parens&question=all", {}, async (page) => {
        await page.waitForSelector(".board");
        const paints = () => performance.getEntriesByName("first-contentful-paint").map((paint) => paint.startTime);
        await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
        const [paint] = await page.evaluate(paints);
        // Far below that on a quiet machine: web/README.md.
        assert.ok(paint < 3_000, `${paint} ms`);
    }));
