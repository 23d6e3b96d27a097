// Creates a poll: "/vote Where do we eat? Pizza, Soup, Salad".
export default {
  commands: [{ name: "vote", description: "Makes a poll", usage: "QUESTION? A, B, C" }],

  onMessage() {
    return { content: "Write `/vote Where do we eat? Pizza, Soup, Salad`." };
  },

  onCommand({ arguments: text }) {
    const end = text.indexOf("?") + 1;
    const question = text.slice(0, end).trim();
    const options = text
      .slice(end)
      .split(",")
      .map((option) => option.trim());
    if (question === "" || options.length < 2 || options.includes("")) return this.onMessage();
    return {
      content: `/poll ${question}`,
      widget_content: { widget_type: "poll", extra_data: { question, options } },
    };
  },
};
