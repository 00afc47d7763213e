// The whole tree of a search as it comes from the server: docs/player-data.md describes it.

import { signal } from "@preact/signals";
import { TreePicture } from "./tree";
import type { Subject } from "./treeview";

/** The first node, the depths between which the nodes lie, how many are solutions and dead ends. */
export type StripColumn = [first: number, upper: number, lower: number, solutions: number, deadEnds: number];

const KINDS = ["choice", "dead end", "solution", "not searched to its end"];

export class WholeTree {
    readonly nodes: number;
    readonly levels: number;
    readonly strip: StripColumn[];
    readonly end: string;
    readonly subject: Subject;
    readonly selected = signal(0);
    private readonly labels: string[];
    private readonly parent: Int32Array;
    private readonly choice: Int32Array;
    private readonly kind: Uint8Array;
    private readonly depth: Int32Array;

    constructor(bytes: ArrayBuffer) {
        const all = new Uint8Array(bytes);
        const headEnd = all.indexOf(10) + 1;
        const head = JSON.parse(new TextDecoder().decode(all.subarray(0, headEnd)));
        if (head.schema !== "tremaux-tree" || head.version !== 1) {
            throw new Error(`expected tremaux-tree, version 1, found ${head.schema}, version ${head.version}`);
        }
        const nodes = head.nodes as number;
        const column = (index: number) => new Int32Array(bytes, headEnd + 4 * index * nodes, nodes);
        const [x, parent, choice] = [column(0), column(1), column(2)];
        const kind = new Uint8Array(bytes, headEnd + 12 * nodes, nodes);
        const depth = new Int32Array(nodes);
        for (let node = 1; node < nodes; node++) depth[node] = depth[parent[node]] + 1;
        [this.nodes, this.levels, this.strip, this.end] = [nodes, head.levels, head.strip, head.end];
        [this.labels, this.parent, this.choice, this.kind, this.depth] = [head.labels, parent, choice, kind, depth];

        // A node is entered in its turn; one that the search stopped in is never left.
        const number = Int32Array.from({ length: nodes }, (_, node) => node);
        const left = kind.some((one) => one === 3) ? Int32Array.from(kind, (one) => (one === 3 ? -1 : 0)) : new Int32Array(nodes);
        const failed = new Uint8Array(nodes);
        const tree = { width: head.width, levels: head.levels, node: number, parent, x, failed };
        const picture = new TreePicture({ parent, choice, depth, kind, entered: number, left }, head.labels, tree);
        this.subject = {
            picture: () => picture,
            step: () => Number.MAX_SAFE_INTEGER,
            node: () => this.selected.value,
            fits: signal(0),
            centres: signal(0),
            pick: (node) => (this.selected.value = node),
        };
    }

    /** Selects a node and shows it. */
    go(node: number) {
        this.selected.value = Math.min(Math.max(node, 0), this.nodes - 1);
        this.subject.centres.value += 1;
    }

    depthOf(node: number): number {
        return this.depth[node];
    }

    kindOf(node: number): string {
        return KINDS[this.kind[node]];
    }

    /** The choices from the root down to a node. */
    path(node: number): string[] {
        const path: string[] = [];
        for (let at = node; at > 0; at = this.parent[at]) path.push(this.labels[this.choice[at]]);
        return path.reverse();
    }

    /** The next node of a kind after one, or the one before. */
    next(kind: number, from: number, direction: 1 | -1): number | undefined {
        for (let node = from + direction; node >= 0 && node < this.nodes; node += direction) {
            if (this.kind[node] === kind) return node;
        }
        return undefined;
    }
}
