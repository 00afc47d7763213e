// The timeline and the buttons.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { COMMANDS, SPEEDS, UNTILS, command, type Player, type Until } from "./player";

const ICONS: Record<string, string> = {
    first: "M5 4h2.5v16H5zM20 4v16L8.5 12z",
    back: "M17 4v16L6 12z",
    play: "M6 4 19 12 6 20z",
    pause: "M6 4h4v16H6zM14 4h4v16h-4z",
    step: "M7 4 18 12 7 20z",
    last: "M19 4h-2.5v16H19zM4 4 15.5 12 4 20z",
    "previous-solution": "M8 6 2 12l6 6 1.4-1.4L4.8 12l4.6-4.6zM16 6l6 6-6 6-6-6z",
    "next-solution": "M16 6l6 6-6 6-1.4-1.4 4.6-4.6-4.6-4.6zM8 6l6 6-6 6-6-6z",
    "previous-dead-end": "M8 6 2 12l6 6 1.4-1.4L4.8 12l4.6-4.6zM12 7.5h9v9h-9z",
    "next-dead-end": "M16 6l6 6-6 6-1.4-1.4 4.6-4.6-4.6-4.6zM3 7.5h9v9H3z",
};

const KEY_NAMES: Record<string, string> = { " ": "space", ArrowLeft: "←", ArrowRight: "→" };
const keyName = (key: string) => KEY_NAMES[key] ?? key;

function Button({ id, player, colour = "" }: { id: string; player: Player; colour?: string }) {
    const { title, keys, run, ready } = command(id);
    const playing = id === "play" && player.playing.value;
    const name = id === "play" ? (playing ? "pause" : "play") : title;
    const isReady = ready?.(player) ?? true;
    return (
        <button
            type="button"
            class={`icon ${id} ${colour}`}
            aria-label={name}
            title={`${name} (${keyName(keys[0])})`}
            aria-disabled={!isReady}
            onClick={() => isReady && run(player)}
        >
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={ICONS[playing ? "pause" : id]} />
            </svg>
        </button>
    );
}

export function Controls({ player }: { player: Player }) {
    const until = player.until.value;
    const isStep = until === "step";
    return (
        <div class="controls" role="toolbar" aria-label="Player">
            <div class="group">
                {["first", "back", "play", "step", "last"].map((id) => (
                    <Button key={id} id={id} player={player} />
                ))}
            </div>
            <label>
                <span>speed</span>
                <select
                    aria-label="speed"
                    value={player.speed.value}
                    onChange={(event) => (player.speed.value = Number(event.currentTarget.value))}
                >
                    {SPEEDS.map((speed, index) => (
                        <option key={speed} value={index}>{`${speed}/s`}</option>
                    ))}
                </select>
            </label>
            <div class="group">
                <Button id="previous-dead-end" player={player} colour="vermilion" />
                <Button id="next-dead-end" player={player} colour="vermilion" />
                <Button id="previous-solution" player={player} colour="green" />
                <Button id="next-solution" player={player} colour="green" />
            </div>
            <form
                onSubmit={(event) => {
                    event.preventDefault();
                    player.runUntil();
                }}
            >
                <label>
                    <span>{isStep ? "to" : "until"}</span>
                    <select
                        aria-label="run until"
                        value={until}
                        onChange={(event) => (player.until.value = event.currentTarget.value as Until)}
                    >
                        {UNTILS.map((one) => (
                            <option key={one} value={one}>
                                {one}
                            </option>
                        ))}
                    </select>
                </label>
                <input
                    type="text"
                    inputMode={until === "choice" ? undefined : "numeric"}
                    aria-label={`${isStep ? "to" : "until"} ${until}`}
                    value={player.sought.value}
                    spellcheck={false}
                    autocomplete="off"
                    onInput={(event) => (player.sought.value = event.currentTarget.value)}
                />
                <button type="submit" title={isStep ? "to this step (r)" : `run until this ${until} (r)`}>
                    {isStep ? "Go" : "Run"}
                </button>
            </form>
            <button
                type="button"
                class="help"
                aria-label="Help"
                title="help (?)"
                onClick={() => command("help").run(player)}
            >
                ?
            </button>
        </div>
    );
}

/** The slider, with a tick for every solution and dead end; of those that share a pixel, one. */
export function Timeline({ player }: { player: Player }) {
    const canvas = useRef<HTMLCanvasElement>(null);
    const { search } = player;
    useEffect(() => {
        const draw = () => canvas.current && drawTicks(canvas.current, player);
        const resized = new ResizeObserver(draw);
        resized.observe(canvas.current!);
        const dark = matchMedia("(prefers-color-scheme: dark)");
        dark.addEventListener("change", draw);
        return () => {
            resized.disconnect();
            dark.removeEventListener("change", draw);
        };
    }, []);
    return (
        <div class="timeline">
            <canvas ref={canvas} aria-hidden="true" />
            <input
                type="range"
                min="1"
                max={search.steps}
                value={player.step.value}
                aria-label="Step"
                aria-valuetext={`step ${player.step.value} of ${search.steps}: ${player.caption.value}`}
                onInput={(event) => player.go(Number(event.currentTarget.value))}
            />
        </div>
    );
}

/** How far a slider's middle is from its edge at its ends. */
const THUMB = 8;

function drawTicks(canvas: HTMLCanvasElement, { search }: Player) {
    const [width, height, ratio] = [canvas.clientWidth, canvas.clientHeight, window.devicePixelRatio || 1];
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const context = canvas.getContext("2d");
    if (!context) return;
    context.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    const along = (step: number) => THUMB + ((step - 1) / Math.max(1, search.steps - 1)) * (width - 2 * THUMB);
    const ticks = (steps: number[], colour: string, draw: (x: number) => void) => {
        context.fillStyle = style.getPropertyValue(colour);
        let last = -1;
        for (const step of steps) {
            const x = Math.round(along(step) * 2) / 2;
            if (x !== last) draw(x);
            last = x;
        }
    };
    const isCrowded = search.solutions.length > width / 12;
    ticks(search.deadEnds, "--vermilion", (x) => context.fillRect(x - 0.75, height - 6, 1.5, 6));
    ticks(search.solutions, "--green", (x) => {
        if (isCrowded) return context.fillRect(x - 0.75, 0, 1.5, 7);
        context.beginPath();
        context.moveTo(x, 0);
        context.lineTo(x + 5, 5);
        context.lineTo(x, 10);
        context.lineTo(x - 5, 5);
        context.fill();
        context.fillRect(x - 0.75, 5, 1.5, height);
    });
}

export function Help({ player }: { player: Player }) {
    const dialog = useRef<HTMLDialogElement>(null);
    useEffect(
        () =>
            effect(() => {
                if (player.help.value && !dialog.current!.open) dialog.current!.showModal();
                if (!player.help.value) dialog.current!.close();
            }),
        [],
    );
    return (
        <dialog
            ref={dialog}
            aria-labelledby="keys"
            onClose={() => (player.help.value = false)}
            onClick={(event) => event.target === dialog.current && (player.help.value = false)}
        >
            <div>
                <h2 id="keys">Keys</h2>
                <dl>
                    {COMMANDS.filter(({ known }) => known?.(player) ?? true).map(({ id, title, keys }) => (
                        <div key={id}>
                            <dt>
                                {keys.map((key) => (
                                    <kbd key={key}>{keyName(key)}</kbd>
                                ))}
                            </dt>
                            <dd>{title}</dd>
                        </div>
                    ))}
                </dl>
                <p>
                    On the tree: drag, or shift and arrows, move it; the wheel, or [ and ], make it smaller and
                    larger; a click on a node goes to the step that entered it.
                </p>
                <button type="button" onClick={() => (player.help.value = false)}>
                    Close
                </button>
            </div>
        </dialog>
    );
}
