// What the API and the live connection of a sign send and take; docs/http.md explains it.

/** What someone may do on the page. */
type Permission = "view" | "steer" | "edit";

interface Zone {
  name: string | null;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether its text moves up or down. */
  vertical: boolean;
}

/** Who sends pixels over the network. */
interface Sender {
  name: string;
  protocol: string;
}

/** Whose pixels the sign shows, and whom it ignores. */
interface PixelSenders {
  owner: Sender | null;
  stopped: Sender | null;
  shown: boolean;
}

/** `GET /state`: what can be steered, and what is wrong. */
interface SignState {
  brightness: number;
  auto: boolean;
  paused: boolean;
  cues: string[];
  pixels: PixelSenders | null;
  /** A line for each. */
  problem: string | null;
}

/** The first text of a live connection. */
interface Hello extends Partial<SignState> {
  hello: 1;
  width: number;
  height: number;
  mono: boolean;
  led: string;
  zones: Zone[];
  may: Permission[];
  rate: number;
  /** Whether the sign has no file yet. */
  setup?: boolean;
}

/** The texts of a live connection after the first. */
type News =
  | { event: "messages" }
  | { event: "words" }
  | { event: "state", brightness?: number, auto?: boolean, paused?: boolean }
  | { event: "problem", problem: string | null }
  | ({ event: "pixels" } & PixelSenders)
  | { event: "refused", error: string }
  | { event?: undefined, hand: "busy", zone: string | null };

/** What the page says through a live connection. */
type Order = { rate: number } | DragOrder;

/** A text is taken by the hand, moved, or let go. */
interface DragOrder {
  hand: "begin" | "move" | "end";
  zone?: string;
  /** How far it was moved since it was taken. */
  pixels?: number;
  /** In pixels per second. */
  velocity?: number;
}

type MessageState = "shown" | "waiting" | "interrupted" | "off" | "quarantined";

interface Message {
  name?: string;
  zone?: string;
  text: string;
  priority: number;
  /** Whether it was sent, and is not in the sign file. */
  pushed: boolean;
  state: MessageState;
  /** The seconds until its turn, if it comes next. */
  next?: number;
  /** What the sign shows of it now. */
  shown?: string;
  /** What one that is not shown would say now, unless that is its text. */
  words?: string;
}

/** A message that is shown from one time to another. */
interface ScheduleRow {
  name?: string;
  /** Its text, or what an event is about. */
  message: string;
  zone: string | null;
  from: string | null;
  to: string | null;
  priority: number;
  /** Whether it is shown only while conditions on values hold. */
  "depends-on-values"?: true;
}

/** `GET /variables`. */
interface Variables {
  values: Record<string, string | null>;
  /** The values that those of the sign file have until they are set. */
  defaults: Record<string, string | null>;
  /** All values that some of them may have. */
  choices: Record<string, string[]>;
}

/** The counters of a sign; they have more members than these. */
interface Statistics {
  file?: string;
  [name: string]: unknown;
}

/** What is wrong with a sign file. */
interface FileProblem {
  line: number;
  column: number;
  length: number;
  message: string;
}

/** A sign file that was replaced. */
interface FileVersion {
  id: string;
  /** Seconds since 1970. */
  saved: number;
}

/** Something that a ready sign has to know. */
interface RecipeSetting {
  name: string;
  kind: "text" | "number" | "code" | "url" | "path" | "time" | "color" | "choice";
  default: string;
  help: string;
  expected: string;
  choices?: string[];
}

/** A ready sign. */
interface Recipe {
  name: string;
  title: string;
  about: string;
  source?: string;
  terms?: string;
  asks?: string;
  settings: RecipeSetting[];
}

/** A picture beside the sign file; one that cannot be shown has no size. */
interface SignPicture {
  name: string;
  bytes: number;
  width?: number;
  height?: number;
  /** Whether the sign file names it. */
  used: boolean;
}

/** A picture whose pixels are red, green and blue in base 64. */
interface EncodedPicture {
  width: number;
  height: number;
  led?: string;
  pixels: string;
}

/** A part of the JSON Schema of sign files. */
interface SchemaNode {
  $ref?: string;
  description?: string;
  properties?: Record<string, SchemaNode | false>;
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode;
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
  allOf?: SchemaNode[];
  enum?: unknown[];
  const?: unknown;
}
