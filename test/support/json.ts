// biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer, whose contents the tests check
export type Json = any;
