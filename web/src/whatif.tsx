// What if something else stood there: the options of the open slot, and the search below one of them.

import { useEffect, useRef } from "preact/hooks";
import type { App } from "./app";
import type { Player } from "./player";

/** The options; what the marks rule out cannot be placed, and says why. */
export function WhatIf({ app, player }: { app: App; player: Player }) {
    const dialog = useRef<HTMLDialogElement>(null);
    const asking = app.asking.value;
    useEffect(() => {
        if (asking && !dialog.current!.open) dialog.current!.showModal();
        if (!asking) dialog.current!.close();
    }, [asking]);
    const close = () => (app.asking.value = undefined);
    return (
        <dialog
            ref={dialog}
            class="what-if"
            aria-labelledby="what-if"
            onClose={close}
            onClick={(event) => event.target === dialog.current && close()}
        >
            <div>
                <h2 id="what-if">What if the next choice were …</h2>
                <ul>
                    {asking?.options.map(({ label, allowed, mark }, option) => (
                        <li key={option}>
                            <button type="button" disabled={!allowed} onClick={() => app.pin(asking, option)}>
                                {label}
                            </button>
                            {!allowed && <span>{mark ? `ruled out by ${mark}` : "ruled out"}</span>}
                        </li>
                    ))}
                </ul>
                <p>The search below it is played on its own; it can be left again.</p>
                <div class="buttons">
                    {app.canDraw(player) && (
                        <button type="button" onClick={() => app.take(player)}>
                            Draw on this state
                        </button>
                    )}
                    <button type="button" onClick={close}>
                        Close
                    </button>
                </div>
            </div>
        </dialog>
    );
}

/** What was placed instead, and the way back. */
export function Pinned({ app, player }: { app: App; player: Player }) {
    const path = player.search.path(1);
    const [step] = app.pins.value[app.pins.value.length - 1] ?? [1];
    return (
        <p class="pinned">
            <span>
                What if <b>{path[path.length - 1]}</b>? Asked at step {step.toLocaleString("en")}; what is below it is
                counted on its own.
            </span>
            <button type="button" title="Back to where it was asked (b)" onClick={() => player.asks.back?.()}>
                Back
            </button>
        </p>
    );
}
