// What is put together, asked and shown; the state that is in the address.

import { batch, signal } from "@preact/signals";
import * as api from "./api";
import { parting } from "./mistake";
import { Player } from "./player";
import { kindOf, type Kind, type Values } from "./problems";
import { Search, type Cell, type Scene } from "./search";
import { WholeTree } from "./whole";

/** What is to be seen. */
export type Shown =
    | { kind: "nothing" }
    | { kind: "player"; player: Player }
    | { kind: "count" }
    | { kind: "tree"; whole: WholeTree }
    | { kind: "mistakes"; found: api.Mistakes }
    | { kind: "trouble"; trouble: api.Trouble };

/** A count, under way or done. */
export interface Counting {
    progress?: api.Progress;
    counted?: api.Counted;
    cancelled?: boolean;
}

/** What if something else stood there: at which step, and what there is. */
export interface Asking {
    step: number;
    options: api.SlotOption[];
}

/** The longest address that is made: an input beyond it is left out, which is said. */
const LONGEST = 8_000;

/** The questions that a player answers. */
const isPlayed = (question: string) => question === "first" || question === "all";

const isSmall = () => matchMedia("(max-width: 900px)").matches;

export class App {
    readonly problem = signal("queens");
    /** What is typed and drawn, for each problem. */
    readonly values = signal<Record<string, Values>>({});
    readonly flags = signal<Record<string, string[]>>({});
    readonly question = signal("first");
    /** The node that the search is recorded from. */
    readonly from = signal(0);
    /** The number of the mistake that is played, 0 for none. */
    readonly mistake = signal(0);
    /** The choices that were placed instead of what the search did. */
    readonly pins = signal<api.Pin[]>([]);
    /** What could be placed at the step that is shown, while that is asked. */
    readonly asking = signal<Asking | undefined>(undefined);
    readonly shown = signal<Shown>({ kind: "nothing" });
    readonly counting = signal<Counting | undefined>(undefined);
    /** What is waited for. */
    readonly busy = signal("");
    /** What there is to say of a file that was saved or opened, or of the address. */
    readonly note = signal("");
    /** Whether what is asked is to be seen: on a small screen it stands before what is shown. */
    readonly open = signal(!isSmall());
    private running = new AbortController();
    /** The address without what the player adds. */
    private asked = "";

    constructor() {
        this.readAddress();
    }

    get kind(): Kind {
        return kindOf(this.problem.value);
    }

    /** The values of the problem, those that were not touched as they are at first. */
    valuesOf(kind: Kind): Values {
        const given = this.values.value[kind.id] ?? {};
        return Object.fromEntries(kind.fields.map(({ id, initial }) => [id, given[id] ?? initial]));
    }

    set(field: string, value: string) {
        const { kind } = this;
        const values = { ...this.valuesOf(kind), [field]: value };
        this.begins();
        this.values.value = { ...this.values.value, [kind.id]: kind.agreed?.(values, field) ?? values };
    }

    /** What is searched begins at its root again. */
    private begins() {
        this.from.value = 0;
        this.pins.value = [];
    }

    flagsOf(kind: Kind): string[] {
        return this.flags.value[kind.id] ?? [];
    }

    toggle(flag: string) {
        const [{ id }, flags] = [this.kind, this.flagsOf(this.kind)];
        const next = flags.includes(flag) ? flags.filter((one) => one !== flag) : [...flags, flag];
        this.begins();
        this.flags.value = { ...this.flags.value, [id]: next };
    }

    choose(problem: string) {
        batch(() => {
            this.problem.value = problem;
            this.begins();
            this.mistake.value = 0;
            if (!this.kind.mistakes && this.question.value === "mistakes") this.question.value = "first";
        });
    }

    /** The problem as the server is asked for it. */
    wanted(): api.Wanted {
        const { kind } = this;
        const flags = this.flagsOf(kind).map((flag) => `--${flag}`);
        const wanted = kind.wanted(this.valuesOf(kind), flags);
        if (this.playedMistake() > 0) return { ...wanted, mistake: this.playedMistake() };
        if (this.from.value > 0) wanted.from = this.from.value;
        if (this.pins.value.length > 0 && isPlayed(this.question.value)) wanted.pins = this.pins.value;
        if (this.question.value === "first") wanted.take = 1;
        return wanted;
    }

    /** The number of the mistake that is played beside the search, 0 for none. */
    private playedMistake(): number {
        return isPlayed(this.question.value) ? this.mistake.value : 0;
    }

    /**
     * Asks, and shows what comes; `anew`: as something new, which the way back leads away from. A player begins with `step`,
     * or with that of the address.
     */
    async run(anew = true, step?: number) {
        const { signal: abort } = this.begin();
        this.writeAddress(anew);
        if (isSmall()) this.open.value = false;
        const { question, wanted } = { question: this.question.value, wanted: this.wanted() };
        const show = (shown: Shown) => {
            if (!abort.aborted) this.shown.value = shown;
        };
        try {
            switch (question) {
                case "count":
                    show({ kind: "count" });
                    await this.count(wanted, false, abort);
                    break;
                case "tree":
                    this.busy.value = "Laying out the tree";
                    show({ kind: "tree", whole: new WholeTree(await api.tree(wanted, abort)) });
                    break;
                case "mistakes":
                    this.busy.value = "Running the mistakes";
                    show({ kind: "mistakes", found: await api.mistakes(wanted, abort) });
                    break;
                default: {
                    this.busy.value = "Searching";
                    const search = new Search(await api.play(wanted, abort));
                    // The player that was there until now may have written its step.
                    if (anew) history.replaceState(null, "", step ? `${this.asked}&step=${step}` : this.asked);
                    const { mistakes = [], mistake, end } = search.data;
                    const player: Player = new Player(search, {
                        nextMistake: mistakes.length > 0 ? () => this.nextMistake(mistakes.length) : undefined,
                        whatIf: mistake ? undefined : () => void this.ask(player),
                        back: wanted.pins ? () => this.unpin() : undefined,
                    });
                    show({ kind: "player", player });
                    this.busy.value = "";
                    if (mistake) this.note.value = parting(mistake);
                    else if (end === "steps" && !wanted.pins) await this.count(wanted, true, abort);
                }
            }
        } catch (error) {
            if (!abort.aborted) show({ kind: "trouble", trouble: troubleOf(error) });
        } finally {
            if (!abort.aborted) this.busy.value = "";
        }
    }

    private begin(): AbortController {
        this.running.abort();
        this.running = new AbortController();
        batch(() => {
            this.asking.value = undefined;
            this.counting.value = undefined;
            this.busy.value = "";
            this.note.value = "";
        });
        return this.running;
    }

    private async count(wanted: api.Wanted, stats: boolean, abort: AbortSignal) {
        this.counting.value = {};
        const { take, from, pins, ...whole } = wanted;
        const counted = await api.count(whole, stats, abort, (progress) => {
            if (!abort.aborted) this.counting.value = { progress };
        });
        if (!abort.aborted) this.counting.value = { ...this.counting.value, counted };
    }

    /** Ends what is under way; what is known by then stays. */
    cancel() {
        this.running.abort();
        batch(() => {
            this.busy.value = "";
            if (this.counting.value && !this.counting.value.counted)
                this.counting.value = { ...this.counting.value, cancelled: true };
        });
    }

    /** Plays from a node of the tree on. */
    playFrom(node: number) {
        batch(() => {
            this.question.value = "all";
            this.begins();
            this.from.value = node;
        });
        void this.run();
    }

    /** Plays the search beside that of a mistake, where it stands; 0: without one. */
    playMistake(mistake: number) {
        const { value: shown } = this.shown;
        // The steps of a search from another node are others.
        const isWhole = this.from.value === 0 && this.pins.value.length === 0;
        const step = shown.kind === "player" && isWhole ? shown.player.step.value : undefined;
        batch(() => {
            if (!isPlayed(this.question.value)) this.question.value = "all";
            this.begins();
            this.mistake.value = mistake;
        });
        void this.run(true, step);
    }

    private nextMistake(mistakes: number) {
        this.playMistake((this.mistake.value + 1) % (mistakes + 1));
    }

    /** Asks what could be placed at the step that is shown. */
    async ask(player: Player) {
        player.playing.value = false;
        const step = player.step.value;
        try {
            const options = await api.options(this.wanted(), step, this.running.signal);
            if (options.length > 0) this.asking.value = { step, options };
            else this.note.value = "No slot is open at this step.";
        } catch (error) {
            if (!this.running.signal.aborted) this.note.value = troubleOf(error).message;
        }
    }

    /** Places an option instead, and plays what is found below it. */
    pin({ step }: Asking, option: number) {
        batch(() => {
            this.asking.value = undefined;
            this.pins.value = [...this.pins.value, [step, option]];
        });
        void this.run();
    }

    /** Back to where the last option was placed instead. */
    unpin() {
        const [step] = this.pins.value[this.pins.value.length - 1];
        this.pins.value = this.pins.value.slice(0, -1);
        void this.run(true, step);
    }

    /** Whether the state of a step can be drawn on. */
    canDraw(player: Player): boolean {
        return ["queens", "sudoku"].includes(this.kind.id) && textOf(player.scene.value) !== undefined;
    }

    /** Makes the state of a step the input, so that something can be put into it: what if it stood there? */
    take(player: Player) {
        const text = textOf(player.scene.value);
        const { drawing } = this.kind;
        if (!drawing || text === undefined) return;
        batch(() => {
            this.asking.value = undefined;
            this.set(drawing.field, text);
            this.open.value = true;
            this.note.value = "The input is this state now: put something on a square, and search.";
        });
    }

    /** Saves what is shown as a file. */
    async save(format: string, how: object) {
        this.note.value = `Saving .${format} …`;
        try {
            const blob = await api.save(this.wanted(), { format, ...how }, this.running.signal);
            const link = document.createElement("a");
            link.href = URL.createObjectURL(blob);
            link.download = `${this.problem.value}.${format}`;
            link.click();
            setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
            this.note.value = `Saved ${link.download}, ${blob.size.toLocaleString("en")} bytes.`;
        } catch (error) {
            this.note.value = `Not saved: ${troubleOf(error).message}`;
        }
    }

    /** The address of what is asked, without the step. */
    private address(): string {
        const { kind } = this;
        const fields = new URLSearchParams({ problem: kind.id, question: this.question.value });
        const values = this.valuesOf(kind);
        for (const { id, initial } of kind.fields) if (values[id] !== initial) fields.set(id, values[id]);
        if (this.flagsOf(kind).length > 0) fields.set("rules", this.flagsOf(kind).join(","));
        if (this.from.value > 0) fields.set("from", String(this.from.value));
        const pins = this.pins.value.map(([step, option]) => `${step}.${option}`).join("_");
        if (pins !== "" && isPlayed(this.question.value)) fields.set("pins", pins);
        if (this.playedMistake() > 0) fields.set("mistake", String(this.mistake.value));
        return `#${fields}`;
    }

    private writeAddress(anew: boolean) {
        let address = this.address();
        if (address.length > LONGEST) {
            address = `#${new URLSearchParams({ problem: this.kind.id, question: this.question.value })}`;
            this.note.value = "This input is too long for the address: a link will not hold it.";
        }
        const changed = address !== this.asked;
        this.asked = address;
        if (anew && changed) history.pushState(null, "", address);
        else if (anew) history.replaceState(null, "", address);
    }

    private readAddress() {
        const fields = new URLSearchParams(location.hash.slice(1));
        batch(() => {
            this.problem.value = kindOf(fields.get("problem")).id;
            this.question.value = fields.get("question") ?? "first";
            const { kind } = this;
            const given = kind.fields.filter(({ id }) => fields.has(id)).map(({ id }) => [id, fields.get(id)!]);
            this.values.value = { ...this.values.value, [kind.id]: Object.fromEntries(given) };
            // A board may be given without its size.
            if (kind.drawing) this.set(kind.drawing.field, this.valuesOf(kind)[kind.drawing.field]);
            const rules = (fields.get("rules") ?? "").split(",");
            const flags = kind.flags.map(([flag]) => flag).filter((flag) => rules.includes(flag));
            this.flags.value = { ...this.flags.value, [kind.id]: flags };
            const natural = (name: string) => Math.max(0, Math.floor(Number(fields.get(name))) || 0);
            this.from.value = natural("from");
            const pins = (fields.get("pins") ?? "").matchAll(/(\d+)\.(\d+)/g);
            this.pins.value = [...pins].map(([, step, option]) => [Number(step), Number(option)]);
            this.mistake.value = natural("mistake");
        });
    }

    /** The address is another: asks what it says, unless only the step is another. */
    addressChanged() {
        this.readAddress();
        if (this.address() === this.asked) return;
        this.asked = this.address();
        void this.run(false);
    }
}

/** What stands in a state as the text of a board; nothing where a text cannot say it. */
function textOf({ grid, cells }: Scene): string | undefined {
    const isWhole = grid && grid.rows === grid.of[0] && grid.columns === grid.of[1];
    const isQueens = cells.some(({ text }) => text === "♛");
    if (!isWhole || (isQueens && cells.some(({ region }) => region > 0))) return undefined;
    const character = ({ text, role }: Cell) => {
        if (role === "wall") return "#";
        const stands = text !== "" && ["given", "standing", "placed"].includes(role);
        return !stands ? "." : text === "♛" ? "Q" : text;
    };
    const characters = cells.map(character);
    if (characters.some((one) => one.length !== 1)) return undefined;
    return Array.from({ length: grid.rows }, (_, row) =>
        characters.slice(row * grid.columns, (row + 1) * grid.columns).join(""),
    ).join("\n");
}

export function troubleOf(error: unknown): api.Trouble {
    if (error instanceof api.Refused) return error.trouble;
    return { kind: "bug", message: `This cannot be shown: ${error instanceof Error ? error.message : error}` };
}
