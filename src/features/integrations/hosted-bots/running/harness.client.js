// Runs next to the bot's script, in the same isolate. Whatever the script does to this file, the server only sees
// lines.
const MAX_ANSWER = 200_000;
const MAX_LINE_LENGTH = 250_000;
const encoder = new TextEncoder();
let log = () => {};
for (const level of ["log", "info", "warn", "error", "debug"]) console[level] = (...parts) => log(parts);

const shown = (part) => {
  if (typeof part === "string") return part;
  if (part instanceof Error) return part.stack ?? String(part);
  try {
    return JSON.stringify(part) ?? String(part);
  } catch {
    return String(part);
  }
};

class Run {
  #writer;
  #waiting = new Map();
  #last = 0;
  #failure;

  constructor(writable) {
    this.#writer = writable.getWriter();
  }

  write(line) {
    const text = JSON.stringify(line);
    if (text.length > MAX_LINE_LENGTH) throw new Error(`More than ${MAX_LINE_LENGTH} characters at once`);
    return this.#writer.write(encoder.encode(`${text}\n`));
  }

  call(name, args) {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.write({ call: id, name, args }).catch(reject);
    });
  }

  answered({ call, value, error }) {
    const waiting = this.#waiting.get(call);
    this.#waiting.delete(call);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(error));
  }

  /** No more answers will come. */
  fail(error) {
    this.#failure = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  end() {
    return this.#writer.close();
  }
}

/** Returns the object through which a script calls the server. */
function parleyOf(run, names) {
  const call = (name) => (args) => run.call(name, args);
  const storage = {
    get: (key) => run.call("storage.get", { key }),
    set: (key, value) => run.call("storage.set", { key, value: value === undefined ? null : value }),
    delete: (key) => run.call("storage.delete", { key }),
    list: (prefix = "") => run.call("storage.list", { prefix }),
  };
  const tools = Object.create(null);
  for (const name of names) tools[name] = (args = {}) => run.call(`tools.${name}`, args);
  return Object.freeze({
    call: (name, args = {}) => run.call(String(name), args),
    reply: (reply) => run.call("reply", typeof reply === "object" ? reply : { content: String(reply) }),
    send: call("send"),
    react: (emoji_name, message_id) => run.call("react", { emoji_name, message_id }),
    storage: Object.freeze(storage),
    tools: Object.freeze(tools),
    schedule: call("schedule"),
    unschedule: (name) => run.call("unschedule", { name }),
    timers: () => run.call("timers", {}),
    async fetch(url, { method, headers, body } = {}) {
      const given = { url: String(url), method, headers: headers && Object.fromEntries(new Headers(headers)), body };
      const { status, headers: answered, text } = await run.call("fetch", given);
      return new Response([101, 204, 205, 304].includes(status) ? null : text, { status, headers: answered });
    },
  });
}

async function carriedOut(event, parley) {
  const { default: bot } = await import("./bot.js");
  if (typeof bot !== "object" || bot === null) throw new Error("The program has no default export with functions.");
  if (event.kind === "describe") {
    const handlers = ["onMessage", "onCommand", "onAction", "onTimer"].filter(
      (name) => typeof bot[name] === "function",
    );
    return { handlers, commands: bot.commands ?? [] };
  }
  if (event.kind === "timer") return bot.onTimer?.(event.timer, parley);
  if (event.kind === "press") return bot.onAction(event.press, parley);
  const handle = event.message.trigger === "command" && bot.onCommand ? bot.onCommand : bot.onMessage;
  return handle?.call(bot, event.message, parley);
}

async function run(lines, writable) {
  const run = new Run(writable);
  log = (parts) => void run.write({ log: parts.map(shown).join(" ").slice(0, 2000) }).catch(() => {});
  try {
    const { event, tools } = (await lines.next()).value;
    const listening = (async () => {
      for await (const line of lines) run.answered(line);
    })();
    listening.catch((error) => run.fail(error));
    const value = await carriedOut(event, parleyOf(run, tools));
    await run.write({ done: value === undefined ? null : value });
  } catch (error) {
    await run.write({ failed: shown(error).slice(0, 2000) });
  }
  await run.end();
}

async function* linesIn(stream) {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop();
    for (const part of parts) yield JSON.parse(part);
    if (rest.length > 4 * MAX_ANSWER) throw new Error("An answer is too long");
  }
}

export default {
  fetch(request, env, context) {
    // On your own machine, any program can connect, but only the server knows the key.
    if (env.KEY !== undefined && request.headers.get("authorization") !== env.KEY) {
      return new Response(null, { status: 403 });
    }
    const { readable, writable } = new IdentityTransformStream();
    context.waitUntil(run(linesIn(request.body), writable).catch(() => {}));
    return new Response(readable);
  },
};
