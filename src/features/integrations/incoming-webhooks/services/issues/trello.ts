import { entryFor, integration, jsonSample, SILENT } from "../../integration.ts";
import { bold, link, paragraphs, quote, quotedTitle, time } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

/** Renders an action as the words after its author's name. Returns undefined if it isn't worth a message. */
type ActionRenderer = (data: Payload, card: string, action: Payload) => string | undefined;

const cardLink = (data: Payload) => {
  const id = data.line("card.shortLink", "");
  return data.has("card")
    ? link(data.line("card.name", "a card"), id === "" ? "" : `https://trello.com/c/${id}`)
    : "a card";
};
const boardLink = (data: Payload, model: Payload) => {
  const id = data.line("board.shortLink", "");
  return link(data.line("board.name"), id === "" ? model.oneOf(["url", "shortUrl"], "") : `https://trello.com/b/${id}`);
};
const member = (action: Payload) => action.oneOf(["member.fullName", "member.username", "data.idMember"], "someone");

const updateCard: ActionRenderer = (data, card) => {
  const { old, now } = { old: data.at("old"), now: data.at("card") };
  const isChanged = (field: string) => old.at(field).value !== undefined;
  if (data.has("listBefore")) {
    return `moved ${card} from ${bold(data.line("listBefore.name", "?"))} to ${bold(data.line("listAfter.name", "?"))}.`;
  }
  if (isChanged("name")) return `renamed ${card} (it was ${quotedTitle(old.line("name", ""))}).`;
  if (isChanged("desc")) {
    const text = quote(now.text("desc", ""));
    return text === ""
      ? `removed the description of ${card}.`
      : paragraphs(`${old.has("desc") ? "changed" : "set"} the description of ${card}:`, text);
  }
  if (isChanged("due")) {
    return now.has("due")
      ? `set the due date of ${card} to ${time(now.line("due"))}.`
      : `removed the due date of ${card}.`;
  }
  if (isChanged("dueComplete")) return `marked ${card} as ${now.is("dueComplete") ? "complete" : "not complete"}.`;
  if (isChanged("closed")) return `${now.is("closed") ? "archived" : "reopened"} ${card}.`;
  // Changes of the list position or cover aren't reported.
  return undefined;
};

const updateBoard: ActionRenderer = (data) => {
  const old = data.at("old");
  if (old.has("name")) return `renamed the board (it was ${quotedTitle(old.line("name"))}).`;
  if (old.at("closed").value !== undefined) return `${data.is("board.closed") ? "closed" : "reopened"} the board.`;
  return undefined;
};

const labelOf = (data: Payload) => data.oneOf(["label.name", "label.color", "text"], "a label");

const renderers: Readonly<Record<string, ActionRenderer>> = {
  addAttachmentToCard: (data, card) =>
    `attached ${link(data.line("attachment.name", "a file"), data.line("attachment.url", ""))} to ${card}.`,
  addChecklistToCard: (data, card) => `added the checklist ${bold(data.line("checklist.name", "?"))} to ${card}.`,
  addLabelToCard: (data, card) => `added the label ${bold(labelOf(data))} to ${card}.`,
  addMemberToBoard: (_, __, action) => `added ${member(action)} to the board.`,
  addMemberToCard: (_, card, action) => `added ${member(action)} to ${card}.`,
  commentCard: (data, card) => paragraphs(`commented on ${card}:`, quote(data.text("text", ""))),
  createCard: (data, card) => `created ${card}${data.has("list.name") ? ` in ${bold(data.line("list.name"))}` : ""}.`,
  createList: (data) => `added the list ${bold(data.line("list.name", "?"))}.`,
  removeLabelFromCard: (data, card) => `removed the label ${bold(labelOf(data))} from ${card}.`,
  removeMemberFromBoard: (_, __, action) => `removed ${member(action)} from the board.`,
  removeMemberFromCard: (_, card, action) => `removed ${member(action)} from ${card}.`,
  updateBoard,
  updateCard,
  updateCheckItemStateOnCard: (data, card) => {
    const isDone = data.line("checkItem.state", "") === "complete";
    const list = data.has("checklist.name") ? ` of ${bold(data.line("checklist.name"))}` : "";
    return `${isDone ? "checked" : "unchecked"} ${bold(data.line("checkItem.name", "an item"))}${list} on ${card}.`;
  },
};

/** Other card events, too minor to report. */
const SILENT_TYPES = [
  "copyCard",
  "createCheckItem",
  "updateCheckItem",
  "deleteCheckItem",
  "updateChecklist",
  "copyCommentCard",
  "createCustomField",
];

export const trello = integration({
  name: "trello",
  title: "Trello",
  events: Object.keys(renderers),
  deliveryId: "payload:action.id",
  render({ payload, namesSubject }) {
    const action = payload.at("action");
    const event = action.line("type");
    if (SILENT_TYPES.includes(event)) return SILENT;
    const teller = entryFor(renderers, event);
    const data = action.at("data");
    const did = teller(data, cardLink(data), action);
    if (did === undefined) return SILENT;
    const who = action.oneOf(["memberCreator.fullName", "memberCreator.username"], "Someone");
    const board = namesSubject ? `[${boardLink(data, payload.at("model"))}] ` : "";
    return { event, topic: data.line("board.name"), content: `${board}${who} ${did}` };
  },
  sample: jsonSample({
    action: {
      type: "createCard",
      data: { board: { name: "Nest" }, card: { name: "Close the lid", shortLink: "cRd" }, list: { name: "Doing" } },
      memberCreator: { fullName: "Ann" },
    },
  }),
});
