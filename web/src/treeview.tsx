// The tree's canvas: it follows the step, and is moved and enlarged by mouse, finger and keyboard.

import { effect, signal, untracked, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { command, type Player } from "./player";
import { TreePicture, type View } from "./tree";

const LOOKS = [
    ["choice", "M8 3a5 5 0 1 0 .01 0"],
    ["dead", "M3.5 3.5h9v9h-9z"],
    ["solution", "M8 1 15 8 8 15 1 8z"],
    ["open", "M8 4.5a3.5 3.5 0 1 0 .01 0"],
    ["failed", "M8 2 15 14H1z"],
];
const NAMES: Record<string, string> = {
    choice: "choice",
    dead: "dead end",
    solution: "solution",
    open: "open",
    failed: "no solution below",
};

/** The scale below which a tree is not shown whole at first. */
const READABLE = 0.5;
const CLOSEST = 6;

/** What the canvas shows of: which tree, up to which step, where the search stands; and when it is to show that. */
export interface Subject {
    picture: () => TreePicture;
    step: () => number;
    node: () => number;
    /** How often it was asked to show the whole tree, and to show the place in it. */
    fits: Signal<number>;
    centres: Signal<number>;
    pick: (node: number) => void;
}

/** What is done to the view by buttons. */
export interface Lens {
    scaled: (factor: number) => void;
}

export function TreeCanvas({
    subject,
    label,
    lens,
}: {
    subject: Subject;
    label: string;
    lens: { current: Lens | null };
}) {
    const canvas = useRef<HTMLCanvasElement>(null);
    const view = useMemo(() => signal<View>({ x: 0, y: 0, scale: 1 }), []);
    const { picture } = subject;
    const size = () => [canvas.current!.clientWidth, canvas.current!.clientHeight] as const;
    const here = () => picture().position(subject.node());
    const scaled = (factor: number, [x, y] = size().map((side) => side / 2)) => {
        const [width, height] = size();
        const now = view.value;
        const scale = Math.min(
            Math.max(now.scale * factor, Math.min(picture().fit(width, height).scale, 1)),
            CLOSEST,
        );
        // What lies under the pointer stays there.
        const moved = 1 / now.scale - 1 / scale;
        view.value = { x: now.x + (x - width / 2) * moved, y: now.y + (y - height / 2) * moved, scale };
    };
    const by = (x: number, y: number) =>
        (view.value = {
            ...view.value,
            x: view.value.x - x / view.value.scale,
            y: view.value.y - y / view.value.scale,
        });

    useEffect(() => {
        const whole = () => (view.value = picture().fit(...size()));
        // Asked for, and not again at every step.
        const centre = () =>
            untracked(() => {
                const [x, y] = here();
                view.value = picture().around(x, y, Math.max(view.value.scale, READABLE), size()[1]);
            });
        let frame = 0;
        const draw = () => {
            frame = 0;
            if (canvas.current)
                picture().draw(canvas.current, view.value, subject.step(), subject.node());
        };
        const later = () => (frame ||= requestAnimationFrame(draw));
        const stops = [
            effect(() => {
                subject.fits.value;
                picture();
                whole();
                if (view.peek().scale < READABLE && subject.fits.peek() === 0) centre();
            }),
            effect(() => {
                if (subject.centres.value > 0) centre();
            }),
            effect(() => {
                const [x, y] = here();
                const now = view.peek();
                const [width, height] = size();
                const [right, down] = [(x - now.x) * now.scale, (y - now.y) * now.scale];
                // As soon as the step leaves the picture, the picture follows.
                if (Math.abs(right) > width / 2 - 4 || Math.abs(down) > height / 2 - 4)
                    view.value = picture().around(x, y, now.scale, height);
            }),
            effect(() => {
                (view.value, subject.step(), subject.node(), picture());
                later();
            }),
        ];
        const resized = new ResizeObserver(later);
        resized.observe(canvas.current!);
        const dark = matchMedia("(prefers-color-scheme: dark)");
        dark.addEventListener("change", later);
        return () => {
            stops.forEach((stop) => stop());
            resized.disconnect();
            dark.removeEventListener("change", later);
            cancelAnimationFrame(frame);
        };
    }, []);

    const pointers = useMemo(() => new Map<number, [number, number]>(), []);
    const moved = useRef(0);
    const down = (event: PointerEvent) => {
        canvas.current!.setPointerCapture(event.pointerId);
        pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
        moved.current = 0;
    };
    const move = (event: PointerEvent) => {
        const before = pointers.get(event.pointerId);
        if (!before) return;
        const at: [number, number] = [event.offsetX, event.offsetY];
        const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
        if (other)
            scaled(
                Math.hypot(at[0] - other[0], at[1] - other[1]) /
                    Math.max(1, Math.hypot(before[0] - other[0], before[1] - other[1])),
                other,
            );
        else by(at[0] - before[0], at[1] - before[1]);
        moved.current += Math.hypot(at[0] - before[0], at[1] - before[1]);
        pointers.set(event.pointerId, at);
    };
    const up = (event: PointerEvent) => {
        pointers.delete(event.pointerId);
        if (moved.current > 4 || event.type === "pointercancel") return;
        const [width, height] = size();
        const { x, y, scale } = view.value;
        const node = picture().hit(
            (event.offsetX - width / 2) / scale + x,
            (event.offsetY - height / 2) / scale + y,
            subject.step(),
        );
        if (node !== undefined) subject.pick(node);
    };
    const key = (event: KeyboardEvent) => {
        const moves: Record<string, [number, number]> = {
            ArrowLeft: [60, 0],
            ArrowRight: [-60, 0],
            ArrowUp: [0, 60],
            ArrowDown: [0, -60],
        };
        if (event.shiftKey && event.key in moves) by(...moves[event.key]);
        else if (event.key === "[") scaled(1 / 1.4);
        else if (event.key === "]") scaled(1.4);
        else return;
        event.preventDefault();
        event.stopPropagation();
    };

    lens.current = { scaled };
    return (
        <canvas
            ref={canvas}
            tabIndex={0}
            role="img"
            aria-label={label}
            onPointerDown={down}
            onPointerMove={move}
            onPointerUp={up}
            onPointerCancel={up}
            onWheel={(event) => {
                event.preventDefault();
                scaled(Math.exp(-event.deltaY / 400), [event.offsetX, event.offsetY]);
            }}
            onKeyDown={key}
        />
    );
}

/** The buttons over a tree; `children` are more of them. */
export function TreeHead({
    subject,
    lens,
    children,
}: {
    subject: Subject;
    lens: { current: Lens | null };
    children?: ComponentChildren;
}) {
    return (
        <header>
            <h2 id="tree">Decision tree</h2>
            <button
                type="button"
                aria-label="Smaller"
                title="Smaller ([ on the tree)"
                onClick={() => lens.current?.scaled(1 / 1.4)}
            >
                −
            </button>
            <button
                type="button"
                aria-label="Larger"
                title="Larger (] on the tree)"
                onClick={() => lens.current?.scaled(1.4)}
            >
                +
            </button>
            <button type="button" title="The whole tree (0)" onClick={() => (subject.fits.value += 1)}>
                Whole
            </button>
            <button type="button" title="This place (c)" onClick={() => (subject.centres.value += 1)}>
                Here
            </button>
            {children}
        </header>
    );
}

export function TreeLegend({ folded }: { folded: boolean }) {
    return (
        <ul class="legend" aria-label="What the nodes are">
            {LOOKS.filter(([look]) => folded || look !== "failed").map(([look, path]) => (
                <li key={look}>
                    <svg viewBox="0 0 16 16" aria-hidden="true" class={`look ${look}`}>
                        <path d={path} />
                    </svg>
                    {NAMES[look]}
                </li>
            ))}
        </ul>
    );
}

/** The tree of a search that is played. */
export function TreeView({ player }: { player: Player }) {
    const lens = useRef<Lens>(null);
    const { search } = player;
    const subject = useMemo<Subject>(() => {
        const pictures = new Map<boolean, TreePicture>();
        const picture = () => {
            const fold = player.fold.value;
            if (!pictures.has(fold)) {
                const { nodes, labels, folded, tree } = search.data;
                pictures.set(fold, new TreePicture(nodes, labels, fold ? folded : tree));
            }
            return pictures.get(fold)!;
        };
        return {
            picture,
            step: () => player.step.value,
            node: () => search.node(player.step.value),
            fits: player.fits,
            centres: player.centres,
            pick: (node) => player.go(Math.max(search.data.nodes.entered[node], 1)),
        };
    }, []);
    const [calls, , , , , deadEnds, solutions] = player.quantities.value;
    const folded = player.fold.value;
    const label = `Decision tree: ${calls} nodes, ${deadEnds} dead ends, ${solutions} solutions; now at depth ${search.depth(player.step.value)}. Shift and arrows move it, [ and ] make it smaller and larger.`;
    return (
        <section class="tree" aria-labelledby="tree">
            <TreeHead subject={subject} lens={lens}>
                <button
                    type="button"
                    aria-pressed={folded}
                    title="Hide failed subtrees (f)"
                    onClick={() => command("fold").run(player)}
                >
                    Hide failed
                </button>
            </TreeHead>
            <TreeCanvas subject={subject} label={label} lens={lens} />
            <TreeLegend folded={folded} />
        </section>
    );
}
