import "./avatar.css";
import { useState } from "preact/hooks";
import { hueOf, initials } from "./initials.ts";
import { ownPicture } from "./own-picture.ts";

type PresenceKind = "active" | "idle" | "offline" | "bot";

interface AvatarProps {
  readonly name: string;
  /** Chooses the colour where there is no picture. */
  readonly id: number;
  readonly src?: string | null | undefined;
  readonly size?: "s" | "m" | "l" | "xl";
  readonly presence?: PresenceKind | undefined;
}

/** Somebody's picture, or initials. What stands beside it says to those who listen who it is, and whether they are there. */
export function Avatar({ name, id, src, size = "m", presence }: AvatarProps) {
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
          {initials(name, size === "s" ? 1 : 2)}
        </span>
      )}
      {presence !== undefined && <Presence is={presence} />}
    </span>
  );
}

/** A dot for who is there, a ring for who has been a moment ago: colour is not needed to tell them apart. */
const Presence = ({ is }: { readonly is: PresenceKind }) =>
  is === "offline" ? null : <span class={`presence presence-${is}`} />;
