// The parts of this feature that others can use.
export { deliveredMessage } from "./delivered-message.ts";
export { writeFailure } from "./failure.ts";
export { fairChoice } from "./fair-choice.ts";
export { replyIn, UnreadableReply } from "./reply.ts";
export { placeOfReply } from "./reply-place.ts";
export { Interface } from "./request.ts";
