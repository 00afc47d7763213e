// The whole tree: the overview strip over the tree itself, and the node that is looked at.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { App } from "./app";
import { TreeCanvas, TreeHead, TreeLegend, type Lens } from "./treeview";
import type { WholeTree } from "./whole";

export function WholeView({ app, whole }: { app: App; whole: WholeTree }) {
    const lens = useRef<Lens>(null);
    const node = whole.selected.value;
    const path = whole.path(node);
    const nodes = whole.nodes.toLocaleString("en");
    const where = `Node ${node.toLocaleString("en")} of ${nodes}, depth ${whole.depthOf(node)}: ${whole.kindOf(node)}.`;
    const more =
        whole.end === "complete"
            ? ""
            : whole.end === "steps"
              ? " The search has more: these are its first nodes."
              : " The search was stopped here.";
    const jump = (kind: number, direction: 1 | -1) => {
        const next = whole.next(kind, node, direction);
        if (next !== undefined) whole.go(next);
    };
    return (
        <main class="whole">
            <section aria-labelledby="overview">
                <h1 id="overview">{`The whole tree: ${nodes} nodes`}</h1>
                <p class="hint">
                    {`From left to right as the search entered them, from top to bottom by depth; green: with a solution.${more}`}
                </p>
                <Strip whole={whole} />
                <input
                    type="range"
                    min="0"
                    max={whole.nodes - 1}
                    value={node}
                    aria-label="Node"
                    aria-valuetext={where}
                    onInput={(event) => whole.go(Number(event.currentTarget.value))}
                />
            </section>
            <section class="tree" aria-labelledby="tree">
                <TreeHead subject={whole.subject} lens={lens}>
                    <button type="button" onClick={() => jump(2, -1)}>
                        ‹ solution
                    </button>
                    <button type="button" onClick={() => jump(2, 1)}>
                        solution ›
                    </button>
                </TreeHead>
                <TreeCanvas
                    subject={whole.subject}
                    lens={lens}
                    label={`Decision tree of ${nodes} nodes. Shift and arrows move it, [ and ] make it smaller and larger.`}
                />
                <TreeLegend folded={false} />
            </section>
            <section class="selected" aria-label="The node">
                <p role="status">{where}</p>
                <p class="choices">{path.length === 0 ? "nothing placed" : path.slice(-24).join(" › ")}</p>
                <button type="button" onClick={() => app.playFrom(node)}>
                    Step by step from here
                </button>
            </section>
        </main>
    );
}

/** A column for some nodes that were entered one after the other, from the least of their depths to the greatest. */
function Strip({ whole }: { whole: WholeTree }) {
    const canvas = useRef<HTMLCanvasElement>(null);
    useEffect(() => {
        const draw = () => canvas.current && drawStrip(canvas.current, whole);
        const stop = effect(() => {
            whole.selected.value;
            draw();
        });
        const resized = new ResizeObserver(draw);
        resized.observe(canvas.current!);
        const dark = matchMedia("(prefers-color-scheme: dark)");
        dark.addEventListener("change", draw);
        return () => {
            stop();
            resized.disconnect();
            dark.removeEventListener("change", draw);
        };
    }, []);
    return (
        <canvas
            class="strip"
            ref={canvas}
            aria-hidden="true"
            onClick={(event) => {
                const at = event.offsetX / Math.max(1, event.currentTarget.clientWidth);
                const column = whole.strip[Math.floor(at * whole.strip.length)];
                if (column) whole.go(column[0]);
            }}
        />
    );
}

function drawStrip(canvas: HTMLCanvasElement, whole: WholeTree) {
    const [width, height, ratio] = [canvas.clientWidth, canvas.clientHeight, window.devicePixelRatio || 1];
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const context = canvas.getContext("2d");
    if (!context) return;
    context.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    const [level, wide] = [height / whole.levels, width / whole.strip.length];
    whole.strip.forEach(([, upper, lower, solutions], index) => {
        context.fillStyle = style.getPropertyValue(solutions > 0 ? "--green" : "--blue");
        context.globalAlpha = solutions > 0 ? 1 : 0.55;
        context.fillRect(index * wide, upper * level, Math.max(wide, 0.75), (lower + 1 - upper) * level);
    });
    context.globalAlpha = 1;
    context.fillStyle = style.getPropertyValue("--orange");
    context.fillRect((whole.selected.value / whole.nodes) * width - 1, 0, 2, height);
}
