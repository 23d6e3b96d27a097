// Repeats what you write to it.
export default {
  onMessage({ data }) {
    return { content: data };
  },
};
