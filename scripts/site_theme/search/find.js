// find(text): the sections of the site that answer a query, best first. Needs lunr.js and sections.js.

const find = (() => {
  lunr.tokenizer.separator = /[^\p{L}\p{N}]/u; // names of code are found by their parts
  const index = lunr(function () {
    this.pipeline.remove(lunr.trimmer); // it cuts letters that are not ASCII
    this.metadataWhitelist = ["position"];
    this.ref("number");
    this.field("heading", { boost: 8 });
    this.field("page", { boost: 2 });
    this.field("start", { boost: 4, extractor: ({ text }) => text.slice(0, 120) }); // says what the section is about
    this.field("text");
    SECTIONS.forEach((section, number) => this.add({ number, ...section }));
  });
  const pipeline = new lunr.Pipeline();
  pipeline.add(lunr.stopWordFilter, lunr.stemmer);

  const matches = (words, presence, unfinished = "") =>
    index.query((query) => words.forEach((word, k) =>
      query.term(k < words.length - 1 ? word : word + unfinished, { presence, usePipeline: false })));

  // The sections with all words, then those with words that begin as the last one, or else those with any word.
  function* ranked(words, phrase) {
    const { REQUIRED, OPTIONAL } = lunr.Query.presence;
    const seen = new Set();
    for (const options of [[REQUIRED], [REQUIRED, "*"], [OPTIONAL]]) {
      if (options[0] === OPTIONAL && seen.size) return;
      const found = matches(words, ...options).filter(({ ref }) => !seen.has(ref)).map(({ ref, score, matchData }) => {
        const asWritten = `${SECTIONS[ref].heading} ${SECTIONS[ref].text}`.toLowerCase().includes(phrase);
        return { ref, score: asWritten ? 2 * score : score, words: Object.values(matchData.metadata) };
      });
      found.forEach(({ ref }) => seen.add(ref));
      yield* found.sort((a, b) => b.score - a.score);
    }
  }

  // The part of the text with most of the words, cut into pieces: every other one, from the second on, is a match.
  const snippet = (text, words, length = 180) => {
    const places = words.flatMap((word) => word.text?.position.map(([at, size]) => ({ word, at, size })) ?? [])
      .sort((a, b) => a.at - b.at);
    const within = (first) => places.filter(({ at, size }) => at >= first.at && at + size <= first.at + length - 40);
    let shown = [], most = 0;
    for (const place of places) {
      const these = within(place), different = new Set(these.map(({ word }) => word)).size;
      if (different > most) [shown, most] = [these, different];
    }
    const start = Math.max(0, text.lastIndexOf(" ", (shown[0]?.at ?? 0) - 40) + 1);
    const end = start + length < text.length ? text.lastIndexOf(" ", start + length) : text.length;
    const pieces = [];
    let from = start;
    for (const { at, size } of shown) {
      pieces.push(text.slice(from, at), text.slice(at, at + size));
      from = at + size;
    }
    pieces.push(text.slice(from, Math.max(from, end)) + (end < text.length ? " ..." : ""));
    if (start) pieces[0] = "... " + pieces[0];
    return pieces;
  };

  return (text) => {
    const words = pipeline.run(lunr.tokenizer(text)).map(String);
    if (!words.length) return [];
    return [...ranked(words, text.trim().toLowerCase())].slice(0, 20)
      .map(({ ref, words }) => ({ ...SECTIONS[ref], pieces: snippet(SECTIONS[ref].text, words) }));
  };
})();
