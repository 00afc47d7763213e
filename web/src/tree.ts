// The decision tree on a canvas. What is drawn is bounded by the pixels, not by the nodes: the nodes of a level lie from
// left to right in the order in which they were entered, so those in sight and entered by now are a range of them, and
// of those that share a pixel one is drawn.

import type { Nodes, Tree } from "./data";
import { countBelow, type Look } from "./search";

/** The distance of two levels is between these, in units of the layout, in which a node is 16 wide. */
const LEVELS: [least: number, most: number] = [30, 110];
const RADIUS = 5;
/** Nodes are shapes from so many pixels a unit on, and bear the choice that led to them from so many. */
const SHAPED = 0.35;
const LABELLED = 1.1;

export interface View {
    /** The layout's point in the middle of the canvas, and how many pixels a unit has. */
    x: number;
    y: number;
    scale: number;
}

interface Level {
    /** Places in the tree, the leftmost first, and their columns. */
    at: Int32Array;
    x: Int32Array;
    parent: Int32Array;
    entered: Int32Array;
    /** The same of solutions alone, which always stand out. */
    solutions: Int32Array;
    solutionsX: Int32Array;
}

export class TreePicture {
    private readonly levels: Level[] = [];
    /** The distance of two levels: a wide tree in a high picture has more. */
    private distance = LEVELS[0];
    /** The place in the tree of each node; of one in a triangle, that of the triangle. */
    private readonly placeOf: Int32Array;

    constructor(
        private readonly nodes: Nodes,
        private readonly labels: string[],
        readonly tree: Tree,
    ) {
        const { depth, kind, entered, parent } = nodes;
        const { node, x } = tree;
        const of = (column: ArrayLike<number>, places: Int32Array) => places.map((one) => column[one]);
        for (const at of this.places()) {
            const solutions = at.filter((one) => kind[node[one]] === 2);
            this.levels.push({
                at,
                x: of(x, at),
                parent: of(tree.parent, at),
                entered: at.map((one) => entered[node[one]]),
                solutions,
                solutionsX: of(x, solutions),
            });
        }
        this.placeOf = new Int32Array(depth.length).fill(-1);
        for (let at = 0; at < node.length; at++) this.placeOf[node[at]] = at;
        for (let one = 0; one < depth.length; one++) {
            if (this.placeOf[one] < 0) this.placeOf[one] = this.placeOf[parent[one]];
        }
    }

    /** The places on every level. */
    private places(): Int32Array[] {
        const [{ node, levels }, { depth }] = [this.tree, this.nodes];
        const sizes = new Int32Array(levels);
        for (let at = 0; at < node.length; at++) sizes[depth[node[at]]] += 1;
        const places = Array.from(sizes, (size) => new Int32Array(size));
        sizes.fill(0);
        for (let at = 0; at < node.length; at++) {
            const level = depth[node[at]];
            places[level][sizes[level]++] = at;
        }
        return places;
    }

    /** Where a node is drawn. */
    position(node: number): [x: number, y: number] {
        const at = this.placeOf[node];
        return [this.tree.x[at], this.level(at) * this.distance];
    }

    private level(at: number): number {
        return this.nodes.depth[this.tree.node[at]];
    }

    look(at: number, step: number): Look {
        const node = this.tree.node[at];
        const { kind, entered, left } = this.nodes;
        const isLeft = left[node] >= 0 && left[node] <= step;
        // A solution is recorded right after it is entered, and a dead end told right before it is left.
        if (kind[node] === 2 && step > entered[node]) return "solution";
        if (kind[node] === 1 && (left[node] < 0 || left[node] <= step + 1)) return "dead";
        if (!isLeft) return "open";
        return this.tree.failed[at] > 0 ? "failed" : "choice";
    }

    /** The node at a point of the layout, if one was entered by then. */
    hit(x: number, y: number, step: number): number | undefined {
        const level = this.levels[Math.round(y / this.distance)];
        if (!level) return undefined;
        const near = countBelow(level.x, x);
        const found = [near - 1, near].filter(
            (index) => index >= 0 && index < countBelow(level.entered, step, true),
        );
        const nearest = found.sort((one, other) => Math.abs(level.x[one] - x) - Math.abs(level.x[other] - x))[0];
        if (nearest === undefined || Math.abs(level.x[nearest] - x) > 10) return undefined;
        return this.tree.node[level.at[nearest]];
    }

    /** The view in which all of the tree is seen, not larger than life. */
    fit(width: number, height: number): View {
        const [least, most] = LEVELS;
        const levels = Math.max(1, this.tree.levels - 1);
        const scale = Math.min((width - 32) / Math.max(this.tree.width, 1), height / (levels * least + 28), 2);
        this.distance = Math.min(Math.max((height / scale - 28) / levels, least), most);
        return { x: this.tree.width / 2, y: ((this.tree.levels - 1) * this.distance) / 2, scale };
    }

    /** The view with a point in its middle, as far as that leaves no room over the tree or under it. */
    around(x: number, y: number, scale: number, height: number): View {
        const half = height / 2 / scale;
        const [top, bottom] = [-14 + half, (this.tree.levels - 1) * this.distance + 14 - half];
        return { x, y: top > bottom ? (top + bottom) / 2 : Math.min(Math.max(y, top), bottom), scale };
    }

    draw(canvas: HTMLCanvasElement, view: View, step: number, node: number) {
        const context = canvas.getContext("2d");
        if (!context) return;
        const style = getComputedStyle(canvas);
        // Asked for at every node, and slow to ask the style for.
        const colours = new Map<string, string>();
        const colour = (name: string) => {
            if (!colours.has(name)) colours.set(name, style.getPropertyValue(`--${name}`));
            return colours.get(name)!;
        };
        const ratio = window.devicePixelRatio || 1;
        const [width, height] = [canvas.clientWidth, canvas.clientHeight];
        if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
        if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, width, height);
        const toX = (x: number) => (x - view.x) * view.scale + width / 2;
        const toY = (level: number) => (level * this.distance - view.y) * view.scale + height / 2;
        const fromX = (x: number) => (x - width / 2) / view.scale + view.x;
        const fromY = (y: number) => (y - height / 2) / view.scale + view.y;
        const top = Math.max(0, Math.floor(fromY(0) / this.distance));
        const bottom = Math.min(this.levels.length - 1, Math.ceil(fromY(height) / this.distance));
        const path = this.pathTo(this.placeOf[node]);
        const drawn: [at: number, level: number][] = [];

        // Dashes are two pixels wide.
        const apart = view.scale < SHAPED ? 2 : 1;
        context.lineWidth = Math.max(0.5, Math.min(1.5, view.scale));
        context.strokeStyle = colour("edge");
        context.beginPath();
        for (let level = top; level <= bottom; level++) {
            for (const index of this.inSight(level, fromX(-20), fromX(width + 20), step, apart / view.scale)) {
                const { at, x, parent } = this.levels[level];
                drawn.push([at[index], level]);
                if (level === 0) continue;
                context.moveTo(toX(this.tree.x[parent[index]]), toY(level - 1));
                context.lineTo(toX(x[index]), toY(level));
            }
        }
        context.stroke();
        context.lineWidth = Math.max(2, 2.5 * view.scale);
        context.strokeStyle = colour("blue");
        context.beginPath();
        path.forEach((at, level) =>
            (level ? context.lineTo : context.moveTo).call(context, toX(this.tree.x[at]), toY(level)),
        );
        context.stroke();

        const radius = view.scale * RADIUS;
        for (const [at, level] of drawn) {
            const look = this.look(at, step);
            shape(context, look, toX(this.tree.x[at]), toY(level), radius, view.scale, this.halfWidth(at), colour);
            if (look === "failed" && view.scale >= SHAPED)
                this.size(context, at, toX(this.tree.x[at]), toY(level), view.scale, colour);
            if (view.scale >= LABELLED) this.label(context, at, level, toX, toY, view.scale, colour);
        }
        this.drawSolutions(context, [top, bottom], [fromX(0), fromX(width)], step, view.scale, toX, toY, colour);
        const here = path[path.length - 1];
        context.strokeStyle = colour("text");
        context.lineWidth = 2;
        context.beginPath();
        context.arc(toX(this.tree.x[here]), toY(path.length - 1), Math.max(radius + 4, 7), 0, 2 * Math.PI);
        context.stroke();
    }

    /** From the root to a place. */
    private pathTo(at: number): number[] {
        const path: number[] = [];
        for (; at >= 0; at = this.tree.parent[at]) path.push(at);
        return path.reverse();
    }

    private halfWidth(at: number): number {
        const failed = this.tree.failed[at];
        return failed > 0 ? (16 + 4 * Math.floor(Math.log2(failed))) / 2 : 8;
    }

    /**
     * Indices on a level of the nodes entered by now that are in sight or have a parent in sight, at least `apart` from
     * each other.
     */
    private *inSight(level: number, left: number, right: number, step: number, apart: number) {
        const { x, parent, entered } = this.levels[level];
        const above = level > 0 ? this.levels[level - 1] : undefined;
        let [first, last] = [countBelow(x, left), countBelow(x, right, true)];
        if (above) {
            const [firstAbove, lastAbove] = [countBelow(above.x, left), countBelow(above.x, right, true) - 1];
            if (firstAbove <= lastAbove) {
                first = Math.min(first, countBelow(parent, above.at[firstAbove]));
                last = Math.max(last, countBelow(parent, above.at[lastAbove], true));
            }
        }
        last = Math.min(last, countBelow(entered, step, true));
        for (let index = first; index < last;) {
            yield index;
            if (index + 1 >= last || x[index + 1] >= x[index] + apart) index += 1;
            else index = Math.max(index + 1, countBelow(x, x[index] + apart));
        }
    }

    private drawSolutions(
        context: CanvasRenderingContext2D,
        [top, bottom]: number[],
        [left, right]: number[],
        step: number,
        scale: number,
        toX: (x: number) => number,
        toY: (level: number) => number,
        colour: (name: string) => string,
    ) {
        if (scale >= SHAPED) return;
        context.fillStyle = colour("green");
        for (let level = top; level <= bottom; level++) {
            const { solutions, solutionsX } = this.levels[level];
            for (
                let index = countBelow(solutionsX, left);
                index < solutions.length && solutionsX[index] <= right;
            ) {
                if (
                    this.look(solutions[index], step) !== "solution" ||
                    this.nodes.entered[this.tree.node[solutions[index]]] > step
                )
                    break;
                const [x, y] = [toX(solutionsX[index]), toY(level)];
                diamond(context, x, y, 4);
                context.fill();
                index = Math.max(index + 1, countBelow(solutionsX, solutionsX[index] + 3 / scale));
            }
        }
    }

    /** How many nodes a triangle stands for. */
    private size(
        context: CanvasRenderingContext2D,
        at: number,
        x: number,
        y: number,
        scale: number,
        colour: (name: string) => string,
    ) {
        const text = String(this.tree.failed[at]);
        const size = Math.min(12, (1.9 * this.halfWidth(at) * scale) / text.length, 2.2 * RADIUS * scale);
        if (size < 7) return;
        context.font = `${size}px ui-monospace, monospace`;
        context.textAlign = "center";
        context.textBaseline = "middle";
        context.fillStyle = colour("text");
        context.fillText(text, x, y + 1.5 * RADIUS * scale);
    }

    private label(
        context: CanvasRenderingContext2D,
        at: number,
        level: number,
        toX: (x: number) => number,
        toY: (level: number) => number,
        scale: number,
        colour: (name: string) => string,
    ) {
        const choice = this.labels[this.nodes.choice[this.tree.node[at]]];
        const parent = this.tree.parent[at];
        if (choice === undefined || parent < 0) return;
        const along = (from: number, to: number) => from + 0.55 * (to - from);
        const [x, y] = [along(toX(this.tree.x[parent]), toX(this.tree.x[at])), along(toY(level - 1), toY(level))];
        const text = choice.length > 8 ? `${choice.slice(0, 7)}…` : choice;
        const size = Math.min(13, 8 * scale);
        context.font = `${size}px ui-monospace, monospace`;
        context.textAlign = "center";
        context.textBaseline = "middle";
        // The line that it stands on is not seen through it.
        const { width } = context.measureText(text);
        context.fillStyle = colour("panel");
        context.fillRect(x - width / 2 - 2, y - size / 2 - 1, width + 4, size + 2);
        context.fillStyle = colour("text");
        context.fillText(text, x, y);
    }
}

function diamond(context: CanvasRenderingContext2D, x: number, y: number, radius: number) {
    context.beginPath();
    context.moveTo(x, y - radius);
    context.lineTo(x + radius, y);
    context.lineTo(x, y + radius);
    context.lineTo(x - radius, y);
    context.closePath();
}

const FILLS: Record<Look, string> = {
    choice: "blue",
    dead: "vermilion",
    solution: "green",
    open: "orange",
    failed: "failed",
};

/** Circle, square, diamond, hollow circle, triangle; a dash where they would be too small to be told apart. */
function shape(
    context: CanvasRenderingContext2D,
    look: Look,
    x: number,
    y: number,
    radius: number,
    scale: number,
    halfWidth: number,
    colour: (name: string) => string,
) {
    context.fillStyle = colour(FILLS[look]);
    if (scale < SHAPED) {
        context.fillRect(x - 1, y - 1.5, 2, 3);
        return;
    }
    context.beginPath();
    switch (look) {
        case "dead":
            context.rect(x - 0.9 * radius, y - 0.9 * radius, 1.8 * radius, 1.8 * radius);
            break;
        case "solution":
            diamond(context, x, y, 1.4 * radius);
            break;
        case "failed":
            context.moveTo(x, y - radius);
            context.lineTo(x + halfWidth * scale, y + 2.4 * radius);
            context.lineTo(x - halfWidth * scale, y + 2.4 * radius);
            break;
        default:
            context.arc(x, y, radius, 0, 2 * Math.PI);
    }
    context.fill();
    if (look === "open") {
        context.fillStyle = colour("panel");
        context.beginPath();
        context.arc(x, y, 0.55 * radius, 0, 2 * Math.PI);
        context.fill();
    }
}
