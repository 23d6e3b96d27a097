import { useEffect, useRef } from "preact/hooks";

interface PictureProps {
  readonly track: MediaStreamTrack;
  /** Whether people see themselves: as in a mirror. */
  readonly isOwn?: boolean;
  /** Whether nothing of it may be cut off, as of a screen. */
  readonly isWhole?: boolean;
}

/** A moving picture without sound. The text beside it says whose it is. */
export function Picture({ track, isOwn = false, isWhole = false }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.srcObject = new MediaStream([track]);
    // Another track may come before this one has begun.
    element.play().catch(() => {});
    return () => {
      element.srcObject = null;
    };
  }, [track]);
  return (
    <video
      ref={video}
      class={`call-picture${isOwn ? " is-own" : ""}${isWhole ? " is-whole" : ""}`}
      muted
      playsInline
      disablePictureInPicture
    />
  );
}
