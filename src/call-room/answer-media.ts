import type { Refusal } from "./environment.ts";
import type { Frame, FrameOf } from "./frames.ts";
import { MediaRefused } from "./media/refused.ts";
import type { CallRoom } from "./room.ts";

const TYPES = ["publish", "pull", "answer", "layer", "drop", "unpublish"] as const;

/** A frame about media sent through an SFU. */
export type MediaFrame = FrameOf<(typeof TYPES)[number]>;

export const isOfMedia = (frame: Frame): frame is MediaFrame => TYPES.some((type) => type === frame.type);

type MediaAnswer =
  | { readonly refusal: Refusal; readonly answer?: never }
  | { readonly answer: object; readonly refusal?: never };

export async function answerMedia(room: CallRoom, member: number, frame: MediaFrame): Promise<MediaAnswer> {
  if (room.mode !== "sfu") return { refusal: ["BAD_FRAME", "Media of this call goes from browser to browser."] };
  try {
    return { answer: (await done(room, member, frame)) ?? {} };
  } catch (error) {
    if (error instanceof MediaRefused) return { refusal: [error.code, error.message] };
    room.parts.log.failure("media_failed", error, { frame: frame.type });
    return { refusal: ["MEDIA_AWAY", "Something went wrong."] };
  }
}

function done({ media }: CallRoom, member: number, frame: MediaFrame): Promise<object | undefined> {
  switch (frame.type) {
    case "publish":
      return media.publish(member, frame);
    case "pull":
      return media.pull(member, frame);
    case "answer":
      return media.answer(member, frame);
    case "layer":
      return media.layer(member, frame);
    case "drop":
      return media.drop(member, frame);
    case "unpublish":
      return media.unpublish(member, frame);
    default:
      return frame satisfies never;
  }
}
