import { WorkerEntrypoint } from "cloudflare:workers";

/**
 * A fake Workers AI with the types of Whisper. The tests' sounds are texts, which it returns as transcripts; some texts
 * make it fail.
 */
export class Speech extends WorkerEntrypoint {
  /** @param {string} model @param {{ audio: string }} inputs */
  run(model, { audio }) {
    if (model !== "@cf/openai/whisper-large-v3-turbo") throw new Error(`5007: No such model ${model}`);
    const text = new TextDecoder().decode(Uint8Array.from(atob(audio), (letter) => letter.charCodeAt(0)));
    if (text === "fail") throw new Error("3040: Capacity temporarily exceeded, please try again.");
    if (text === "odd") return { result: text };
    return {
      transcription_info: { language: "en", language_probability: 0.99, duration: 1.5, duration_after_vad: 1.25 },
      ...{ text: text === "silence" ? "" : ` ${text}`, word_count: text.split(" ").length },
      segments: [{ start: 0, end: 1.5, text }],
      vtt: `WEBVTT\n\n00.000 --> 01.500\n${text}`,
    };
  }
}
