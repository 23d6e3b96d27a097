import { useEffect, useRef } from "preact/hooks";

interface PictureProps {
  readonly track: MediaStreamTrack;
  /** True to mirror the user's own camera. */
  readonly isOwn?: boolean;
  /** True if nothing may be cropped, as for a screen. */
  readonly isWhole?: boolean;
}

/** A video without sound. The text next to it says whose it is. */
export function Picture({ track, isOwn = false, isWhole = false }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.srcObject = new MediaStream([track]);
    // Another track may arrive before this one has started.
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
