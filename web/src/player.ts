// What the person does: one table of commands for buttons, keys and help; and the state, which is in the address too.

import { computed, signal } from "@preact/signals";
import { Search, countBelow } from "./search";

/** Steps a second. */
export const SPEEDS = [1, 2, 5, 10, 30, 100, 1000];

export interface Command {
    id: string;
    /** What it does, as the help says it. */
    title: string;
    keys: string[];
    run: (player: Player) => void;
    /** Whether there is anything for it to do. */
    ready?: (player: Player) => boolean;
    /** Whether there ever is. */
    known?: (player: Player) => boolean;
}

/** What can be run until, as it is called; a step is gone to. */
export const UNTILS = ["depth", "choice", "step"] as const;
export type Until = (typeof UNTILS)[number];

const isFirst = (player: Player) => player.step.value <= 1;
const isLast = (player: Player) => player.step.value >= player.search.steps;

export const COMMANDS = [
    {
        id: "first",
        title: "first step",
        keys: ["Home"],
        run: (player) => player.go(1),
        ready: (player) => !isFirst(player),
    },
    {
        id: "back",
        title: "step back",
        keys: ["ArrowLeft", "h"],
        run: (player) => player.go(player.step.value - 1),
        ready: (player) => !isFirst(player),
    },
    { id: "play", title: "play or pause", keys: [" ", "p"], run: (player) => player.toggle() },
    {
        id: "step",
        title: "step",
        keys: ["ArrowRight", "l"],
        run: (player) => player.go(player.step.value + 1),
        ready: (player) => !isLast(player),
    },
    {
        id: "last",
        title: "last step",
        keys: ["End"],
        run: (player) => player.go(player.search.steps),
        ready: (player) => !isLast(player),
    },
    {
        id: "previous-dead-end",
        title: "previous dead end",
        keys: ["D"],
        run: (player) => player.jump("deadEnds", -1),
        ready: (player) => player.other("deadEnds", -1) !== undefined,
    },
    {
        id: "next-dead-end",
        title: "next dead end",
        keys: ["d"],
        run: (player) => player.jump("deadEnds", 1),
        ready: (player) => player.other("deadEnds", 1) !== undefined,
    },
    {
        id: "previous-solution",
        title: "previous solution",
        keys: ["N"],
        run: (player) => player.jump("solutions", -1),
        ready: (player) => player.other("solutions", -1) !== undefined,
    },
    {
        id: "next-solution",
        title: "next solution",
        keys: ["n"],
        run: (player) => player.jump("solutions", 1),
        ready: (player) => player.other("solutions", 1) !== undefined,
    },
    {
        id: "slower",
        title: "slower",
        keys: ["-"],
        run: (player) => player.faster(-1),
        ready: (player) => player.speed.value > 0,
    },
    {
        id: "faster",
        title: "faster",
        keys: ["+", "="],
        run: (player) => player.faster(1),
        ready: (player) => player.speed.value < SPEEDS.length - 1,
    },
    { id: "until", title: "run until the depth, or the choice", keys: ["r"], run: (player) => player.runUntil() },
    { id: "above", title: "to the node above", keys: ["k"], run: (player) => player.go(player.search.above(player.step.value)) },
    {
        id: "leaving",
        title: "to the end of this node",
        keys: ["j"],
        run: (player) => player.go(player.search.leaving(player.step.value)),
    },
    {
        id: "fold",
        title: "hide or show failed subtrees",
        keys: ["f"],
        run: (player) => (player.fold.value = !player.fold.value),
    },
    { id: "fit", title: "show the whole tree", keys: ["0"], run: (player) => (player.fits.value += 1) },
    {
        id: "here",
        title: "show this step's place in the tree",
        keys: ["c"],
        run: (player) => (player.centres.value += 1),
    },
    {
        id: "mistake",
        title: "with the next mistake, or with none",
        keys: ["m"],
        run: (player) => player.asks.nextMistake?.(),
        known: (player) => player.asks.nextMistake !== undefined,
    },
    {
        id: "what-if",
        title: "what if: search below a choice",
        keys: ["w"],
        run: (player) => player.asks.whatIf?.(),
        known: (player) => player.asks.whatIf !== undefined,
    },
    {
        id: "come-back",
        title: "back from a what-if",
        keys: ["b"],
        run: (player) => player.asks.back?.(),
        known: (player) => player.asks.back !== undefined,
    },
    { id: "help", title: "help", keys: ["?"], run: (player) => (player.help.value = !player.help.value) },
] satisfies Command[] as Command[];

/** What can be asked of the engine, where there is one: it plays another search then. */
export interface Asks {
    /** With the next mistake that there is, or with none. */
    nextMistake?: () => void;
    whatIf?: () => void;
    back?: () => void;
}

export const command = (id: string): Command => COMMANDS.find((one) => one.id === id)!;

export class Player {
    readonly step = signal(1);
    readonly playing = signal(false);
    /** A place among the speeds. */
    readonly speed = signal(2);
    readonly fold = signal(false);
    readonly help = signal(false);
    /** What is run until, and which one of it. */
    readonly until = signal<Until>("depth");
    readonly sought = signal("1");
    /** What could not be done, until something is. */
    readonly notice = signal("");
    /** How often it was asked to show the whole tree, and to show the place in it. */
    readonly fits = signal(0);
    readonly centres = signal(0);
    readonly scene = computed(() => this.search.scene(this.step.value));
    readonly quantities = computed(() => this.search.quantities(this.step.value));
    /** What happens, in words. */
    readonly caption = computed(() => this.search.caption(this.step.value));

    constructor(
        readonly search: Search,
        readonly asks: Asks = {},
    ) {
        this.sought.value = String(Math.max(1, ...search.data.nodes.depth.slice(0, 1000)));
        this.readAddress();
    }

    go(step: number) {
        this.playing.value = false;
        this.show(step);
    }

    show(step: number) {
        this.notice.value = "";
        this.step.value = Math.min(Math.max(Math.round(step) || 1, 1), this.search.steps);
    }

    /** The step of the next solution or dead end, or the one before. */
    other(of: "solutions" | "deadEnds", direction: 1 | -1): number | undefined {
        const steps = this.search[of];
        const at = this.step.value;
        return direction > 0 ? steps[countBelow(steps, at, true)] : steps[countBelow(steps, at) - 1];
    }

    jump(of: "solutions" | "deadEnds", direction: 1 | -1) {
        const step = this.other(of, direction);
        if (step !== undefined) return this.go(step);
        this.tell(`There is no ${direction > 0 ? "later" : "earlier"} ${of === "solutions" ? "solution" : "dead end"}.`);
    }

    runUntil() {
        const [sought, now] = [this.sought.value.trim(), this.step.value];
        const number = sought === "" ? NaN : Number(sought);
        switch (this.until.value) {
            case "step":
                return number >= 1 && number <= this.search.steps
                    ? this.go(number)
                    : this.tell(`Expected a step from 1 to ${this.search.steps}, found ${sought || "none"}.`);
            case "depth": {
                const step = this.search.reaching(number, now);
                return step !== undefined ? this.go(step) : this.tell(`No later step reaches depth ${sought}.`);
            }
            default: {
                const step = this.search.placing(sought, now);
                return step !== undefined ? this.go(step) : this.tell(`No later step places ${sought}.`);
            }
        }
    }

    /** Says what could not be done. */
    private tell(notice: string) {
        this.playing.value = false;
        this.notice.value = notice;
    }

    faster(by: number) {
        this.speed.value = Math.min(Math.max(this.speed.value + by, 0), SPEEDS.length - 1);
    }

    toggle() {
        if (this.playing.value) {
            this.playing.value = false;
            return;
        }
        if (isLast(this)) this.show(1);
        this.playing.value = true;
        let [before, owed] = [performance.now(), 0];
        const tick = (now: number) => {
            if (!this.playing.value) return;
            owed += ((now - before) * SPEEDS[this.speed.value]) / 1000;
            before = now;
            if (owed >= 1) {
                this.show(this.step.value + Math.floor(owed));
                owed %= 1;
            }
            if (isLast(this)) this.playing.value = false;
            else requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
    }

    /** The state as it is in the address; what is not the player's stays. */
    address(): string {
        const fields = new URLSearchParams(location.hash.slice(1));
        fields.set("step", String(this.step.value));
        fields.delete("hide-failed");
        if (this.fold.value) fields.set("hide-failed", "");
        return `#${fields.toString().replace("hide-failed=", "hide-failed")}`;
    }

    readAddress() {
        const fields = new URLSearchParams(location.hash.slice(1));
        this.fold.value = fields.has("hide-failed");
        this.go(Number(fields.get("step")));
    }

    /** Does what a key is for; says whether it is for anything. */
    press(event: KeyboardEvent): boolean {
        if (event.ctrlKey || event.metaKey || event.altKey) return false;
        const target = event.target as HTMLElement;
        const isField = target.matches("select, textarea, input:not([type=range], [type=radio], [type=checkbox])");
        // A slider and a button have keys of their own, which do the same or are meant for them.
        const isOwn =
            (target.matches("[type=range]") && /^(Arrow|Home|End|Page)/.test(event.key)) ||
            (target.matches("button, a, summary, [type=checkbox]") && event.key === " ");
        // A choice of one has the arrows for it, a grid the arrows and what is written in it.
        if (target.matches("[type=radio]") && /^(Arrow| )/.test(event.key)) return false;
        const found = COMMANDS.find(({ keys, known }) => keys.includes(event.key) && (known?.(this) ?? true));
        if (isField || isOwn || !found || (this.help.value && found.id !== "help")) return false;
        found.run(this);
        return true;
    }
}
