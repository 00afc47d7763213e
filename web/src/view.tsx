// The player: everything that is seen of a search.

import { effect, signal } from "@preact/signals";
import { render, type ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { Board } from "./board";
import { Controls, Help, Timeline } from "./controls";
import { parse } from "./data";
import { happened } from "./mistake";
import { Legend, Marks, Method, Quantities } from "./panel";
import { Player } from "./player";
import { Search } from "./search";
import { TreeView } from "./treeview";

/** How long the step stands still before it is said or goes into the address, in milliseconds. */
const SETTLED = 250;

/** `boards` are shown in place of the board, `first` first in the panel beside it. */
export function View({
    player,
    boards,
    first,
}: {
    player: Player;
    boards?: ComponentChildren;
    first?: ComponentChildren;
}) {
    const said = useMemo(() => signal(""), []);
    const { search } = player;
    useEffect(() => {
        const keys = (event: KeyboardEvent) => player.press(event) && event.preventDefault();
        const address = () => location.hash !== player.address() && player.readAddress();
        document.addEventListener("keydown", keys);
        window.addEventListener("hashchange", address);
        let timer = 0;
        const stop = effect(() => {
            // Read here, since the address is written later: it may be another by then.
            const [step, notice] = [player.step.value, player.notice.value, player.fold.value];
            const text =
                notice ||
                `Step ${step} of ${search.steps}: ${player.caption.value}. Depth ${search.depth(step)}.${parting(search, step)}`;
            clearTimeout(timer);
            timer = window.setTimeout(() => {
                said.value = text;
                const hash = player.address();
                if (location.hash !== hash) history.replaceState(null, "", hash);
            }, SETTLED);
        });
        return () => {
            document.removeEventListener("keydown", keys);
            window.removeEventListener("hashchange", address);
            clearTimeout(timer);
            stop();
        };
    }, []);
    const step = player.step.value;
    const ended = step === search.steps ? ` – ${ending(search)}` : "";
    return (
        <>
            <header class="top">
                <h1>{`${search.data.problem} ${inputText(search.data.input)}`.trim()}</h1>
                <p class={`caption ${search.kind(step).replace(" ", "-")}`}>{player.caption.value}</p>
                <p class="where">{`step ${step.toLocaleString("en")} of ${search.steps.toLocaleString("en")}${ended}`}</p>
                {player.notice.value && <p class="notice">{player.notice.value}</p>}
            </header>
            <main>
                <section class="state" aria-label="State">
                    {boards ?? (
                        <Board
                            scene={player.scene.value}
                            strokes={search.data.strokes}
                            label={`State after ${player.caption.value}: ${search.path(step).join(", ") || "nothing placed"}`}
                        />
                    )}
                    <Legend player={player} />
                </section>
                <div class="panel">
                    {first}
                    <Marks player={player} />
                    <Method player={player} />
                    <Quantities player={player} />
                </div>
                <TreeView player={player} />
            </main>
            <footer>
                <Timeline player={player} />
                <Controls player={player} />
            </footer>
            <p class="said" aria-live="polite" role="status">
                {said.value}
            </p>
            <Help player={player} />
        </>
    );
}

/** What both programs do where they part, to be said. */
function parting(search: Search, step: number): string {
    const { mistake } = search.data;
    if (!mistake || !search.parts(step)) return "";
    return ` Here the programs part. Right: ${happened(mistake.right)}. With the mistake: ${happened(mistake.wrong)}.`;
}

/** Why a search ends, by the names in the data. */
const ENDINGS: Record<string, string> = {
    complete: "the search is complete",
    solutions: "stopped with the solutions asked for",
    steps: "the search has more; what was recorded ends here",
    nodes: "stopped at the limit of nodes",
    time: "stopped at the limit of time",
    cancelled: "stopped by hand",
};

function ending(search: Search): string {
    if (search.parts(search.steps)) return "here the programs part";
    return ENDINGS[search.data.end] ?? `stopped: ${search.data.end}`;
}

/** The longest word of a heading; what is longer is a board on one line. */
const LONGEST_WORD = 15;

/** The input where it is short enough for a heading, without boards and switches. */
function inputText(input: unknown): string {
    if (JSON.stringify(input).includes("[[")) return "";
    const words = (value: unknown): string[] => {
        if (Array.isArray(value) && value.length > 1 && isBoard(value)) return [];
        if (typeof value === "object" && value !== null) return Object.values(value).flatMap(words);
        return typeof value === "boolean" ? [] : [String(value)];
    };
    const all = words(input);
    const text = all.join(" ");
    return text.length <= 40 && all.every((word) => word.length <= LONGEST_WORD) ? text : "";
}

/** Whether these are rows of a board: texts of one length, and not of single characters. */
const isBoard = (rows: unknown[]) =>
    rows.every((row) => typeof row === "string" && row.length > 1 && row.length === String(rows[0]).length);

/** Shows the search that the data tells of. */
export function show(text: string, root: HTMLElement) {
    try {
        const player = new Player(new Search(parse(text)));
        document.title = `${player.search.data.problem} – Tremaux`;
        root.replaceChildren();
        render(<View player={player} />, root);
    } catch (error) {
        root.textContent = `This search cannot be shown: ${error instanceof Error ? error.message : error}`;
    }
}
