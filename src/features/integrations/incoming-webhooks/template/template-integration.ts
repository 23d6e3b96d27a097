import { type Integration, integration, jsonSample, RefusedPayload, SILENT } from "../integration.ts";
import { fenced } from "../render/compose.ts";
import { TemplateProblem } from "./parse-expression.ts";
import { presetNamed } from "./presets.ts";
import { renderTemplate } from "./render-template.ts";

interface Templates {
  readonly topic: string;
  readonly content: string;
}

const MAX_SHOWN = 9000;
const TOPIC = "Webhook";

/**
 * Webhook for any JSON or XML. Renders it with the bot's own templates, those of a preset, or short ones in the URL;
 * without templates, shows the payload as JSON.
 */
export const templateIntegration = (stored: Templates | null): Integration =>
  integration({
    name: "template",
    title: "Template",
    takesXml: true,
    options: ["preset", "topic_template", "content_template"],
    render({ payload, option }) {
      const preset = option("preset") === "" ? undefined : presetNamed(option("preset"));
      if (option("preset") !== "" && preset === undefined) throw new RefusedPayload("Preset not found.");
      const content = option("content_template") || preset?.content || stored?.content || "";
      const topic = option("topic_template") || preset?.topic || stored?.topic || TOPIC;
      if (content === "") {
        const text = JSON.stringify(payload.value, null, 2);
        return { topic: TOPIC, content: fenced(text.slice(0, MAX_SHOWN), "json") };
      }
      const message = {
        topic: filled(topic, payload.value, "line"),
        content: filled(content, payload.value, "markdown"),
      };
      return message.content === "" ? SILENT : message;
    },
    sample: jsonSample({
      title: "The lid is open",
      url: "https://nest.example.com/lid",
      author: { name: "Ann" },
      tags: ["lid", "rain"],
    }),
  });

/** Webhook for any JSON, for bots without their own templates. */
export const template = templateIntegration(null);

function filled(template: string, payload: unknown, form: "markdown" | "line"): string {
  try {
    return renderTemplate(template, payload, form);
  } catch (error) {
    if (error instanceof TemplateProblem) throw new RefusedPayload(error.message);
    throw error;
  }
}
