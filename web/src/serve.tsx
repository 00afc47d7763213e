// The page of `tremaux serve`: what is asked beside what is shown.

import { render } from "preact";
import { useEffect } from "preact/hooks";
import { App } from "./app";
import { Beside, Explained, MistakeSwitch, MistakesView } from "./mistakes";
import type { Player } from "./player";
import { CountView, TroubleView } from "./results";
import { Setup } from "./setup";
import { View } from "./view";
import { Pinned, WhatIf } from "./whatif";
import { WholeView } from "./wholeview";

/** The most steps that are saved as pictures or as text, as the server has it. */
const MOST_FRAMES = 3_000;

/** The files that a search can be saved as. */
function Saves({ app, player }: { app: App; player: Player }) {
    const frames = () => {
        const { steps } = player.search;
        if (steps <= MOST_FRAMES) return {};
        const step = Math.min(player.step.value, steps - MOST_FRAMES + 1);
        return { step, to: step + MOST_FRAMES - 1 };
    };
    const step = () => ({ step: player.step.value });
    const files: [label: string, title: string, format: string, how: () => object][] = [
        ["page", "a page that plays the search, offline too (.html)", "html", () => ({})],
        ["state", "this step's state (.svg)", "svg", step],
        ["tree", "the tree up to this step (.svg)", "svg", () => ({ ...step(), tree: true, hide_failed: player.fold.value })],
        ["film", "the steps as an animated .gif", "gif", frames],
        ["terminal", "the steps as a recording of a terminal (.cast)", "cast", frames],
        ["text", "the steps as text (.txt)", "txt", frames],
        ["data", "the data of a player (.json)", "json", () => ({})],
    ];
    return (
        <div class="saves" role="group" aria-label="Save as">
            <span>Save</span>
            {files.map(([label, title, format, how]) => (
                <button type="button" key={label} title={title} onClick={() => void app.save(format, how())}>
                    {label}
                </button>
            ))}
        </div>
    );
}

function Shown({ app }: { app: App }) {
    const shown = app.shown.value;
    const counting = app.counting.value;
    switch (shown.kind) {
        case "nothing":
            return <main class="empty" />;
        case "count":
            return <main class="answer">{counting && <CountView app={app} counting={counting} short={false} />}</main>;
        case "trouble":
            return (
                <main class="answer">
                    <TroubleView app={app} trouble={shown.trouble} />
                </main>
            );
        case "mistakes":
            return <MistakesView app={app} found={shown.found} />;
        case "tree":
            return <WholeView key={shown.whole} app={app} whole={shown.whole} />;
        case "player": {
            const { player } = shown;
            const { mistake } = player.search.data;
            return (
                <>
                    {counting && <CountView app={app} counting={counting} short />}
                    {player.asks.back && <Pinned app={app} player={player} />}
                    <WhatIf app={app} player={player} />
                    <div class="player" key={player}>
                        <View
                            player={player}
                            boards={mistake && <Beside player={player} mistake={mistake} />}
                            first={mistake && <Explained player={player} mistake={mistake} />}
                        />
                    </div>
                </>
            );
        }
    }
}

function Page({ app }: { app: App }) {
    useEffect(() => {
        const changed = () => app.addressChanged();
        window.addEventListener("hashchange", changed);
        void app.run(false);
        return () => window.removeEventListener("hashchange", changed);
    }, []);
    const shown = app.shown.value;
    // A search beside a mistake is neither saved nor taken on.
    const search = shown.kind === "player" && !shown.player.search.data.mistake ? shown.player : undefined;
    return (
        <>
            <nav class="bar" aria-label="Tremaux">
                <span class="brand">Tremaux</span>
                <button
                    type="button"
                    aria-expanded={app.open.value}
                    onClick={() => (app.open.value = !app.open.value)}
                >
                    {app.open.value ? "Hide the input" : "Show the input"}
                </button>
                {search && (
                    <button
                        type="button"
                        title="What if something else stood there? (w)"
                        onClick={() => void app.ask(search)}
                    >
                        What if …
                    </button>
                )}
                {shown.kind === "player" && <MistakeSwitch app={app} player={shown.player} />}
                {search && <Saves app={app} player={search} />}
                <p class="note" role="status">
                    {app.busy.value ? `${app.busy.value} …` : app.note.value}
                </p>
                {app.busy.value && (
                    <button type="button" onClick={() => app.cancel()}>
                        Cancel
                    </button>
                )}
            </nav>
            <div class="sheet">
                <Setup app={app} />
                {/* Where there is nothing else to focus, it is scrolled by keyboard itself. */}
                <div class="stage" tabIndex={shown.kind === "mistakes" ? 0 : undefined}>
                    <Shown app={app} />
                </div>
            </div>
        </>
    );
}

render(<Page app={new App()} />, document.getElementById("page")!);
