import "./avatar.css";
import { useState } from "preact/hooks";
import { BOT_MARKS, type BotKind, hueOf, initials, ownPicture } from "./avatar-face.ts";

type PresenceKind = "active" | "idle" | "offline" | "bot";

interface AvatarProps {
  readonly name: string;
  /** Determines the color of the initials. */
  readonly id: number;
  readonly src?: string | null | undefined;
  readonly size?: "s" | "m" | "l" | "xl";
  readonly presence?: PresenceKind | undefined;
  /** The kind of bot, which has a mark instead of initials. */
  readonly bot?: BotKind | undefined;
}

/** A user's picture or initials. Screen readers skip it, because the text next to it has the name and presence. */
export function Avatar({ name, id, src, size = "m", presence, bot }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const picture = ownPicture(src);
  return (
    <span class={`avatar avatar-${size}`}>
      {picture !== undefined && picture !== failed ? (
        <img
          class="avatar-face"
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(picture)}
        />
      ) : (
        <span class="avatar-face avatar-initials" style={{ "--hue": hueOf(id) }} aria-hidden="true">
          {bot === undefined ? (
            initials(name, size === "s" ? 1 : 2)
          ) : (
            <svg class="avatar-bot" viewBox="0 0 24 24" aria-hidden="true">
              <path d={BOT_MARKS[bot]} />
            </svg>
          )}
        </span>
      )}
      {presence !== undefined && <Presence is={presence} />}
    </span>
  );
}

/** A dot if active, a ring if idle, so that they can be told apart without color. */
const Presence = ({ is }: { readonly is: PresenceKind }) =>
  is === "offline" ? null : <span class={`presence presence-${is}`} />;
