/** A call of every tool that bots have, by a member of #design, about a message of someone else and one of their own. */
export const toolCalls = (theirs: number, own: number): readonly (readonly [name: string, args: object])[] => [
  ["catch_up", {}],
  ["find_messages", { query: "round" }],
  ["read_conversation", { conversation: "#design > logo", format: "data" }],
  ["list_conversations", {}],
  ["people", { match: "owner" }],
  ["search_files", {}],
  ["send_message", { conversation: "#design > logo", text: "It is done." }],
  ["edit_message", { message: own, expect: "Mine", text: "Mine, mended" }],
  ["mark", { messages: [theirs], set: "starred" }],
  ["schedule", { do: "list" }],
  ["await_reply", { conversation: "#design > logo", seconds: 1 }],
  ["read_board", { channel: "design" }],
];
