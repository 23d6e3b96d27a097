// biome-ignore lint/suspicious/noExplicitAny: what a server says, as JSON; the tests say what is in it
export type Json = any;
