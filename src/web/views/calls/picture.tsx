import { useEffect, useRef } from "preact/hooks";

interface PictureProps {
  readonly track: MediaStreamTrack;
  /** True to mirror the user's own camera. */
  readonly isOwn?: boolean;
  /** True if the video must not be cropped, such as a shared screen. */
  readonly isWhole?: boolean;
}

/** A video without sound. The text next to it names the member. */
export function Picture({ track, isOwn = false, isWhole = false }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.srcObject = new MediaStream([track]);
    // Rejects if another track arrives before this one has started.
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
