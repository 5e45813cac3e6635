import type { FuzzDocument } from "../../test/fuzz/documents.ts";
import { type Answer, askAll } from "../../test/fuzz/fuzz.ts";
import { smallerTexts } from "../smaller-texts.ts";

/** The number of smaller texts that are tried for one fault. */
const TRIES = 1500;
/** For how long, in milliseconds. */
const PATIENCE = 30_000;
/** The number of places of a text that are tried. */
const PLACES = 6;

/** The document with as short a text as possible whose answer is as wrong as that of the given one. */
export async function reduced(
  document: FuzzDocument,
  question: string,
  isSame: (answer: Answer) => boolean,
): Promise<FuzzDocument> {
  const deadline = performance.now() + PATIENCE;
  let smallest = document;
  for (let tries = 0, isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const text of smallerTexts(smallest.text)) {
      if (++tries > TRIES || performance.now() > deadline) return smallest;
      const found = await failing({ ...smallest, text }, question, isSame);
      if (!found) continue;
      smallest = found;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

/** The document if its answer is wrong at some place: the places are others in a shorter text. */
async function failing(
  document: FuzzDocument,
  question: string,
  isSame: (answer: Answer) => boolean,
): Promise<FuzzDocument | undefined> {
  for (let place = 0; place < PLACES; place++) {
    const tried = { ...document, questions: document.questions + place * 1000 };
    let isFailing = false;
    const told = (answer: Answer) => {
      if (answer.question === question && isSame(answer)) isFailing = true;
    };
    await askAll(tried, told, question);
    if (isFailing) return tried;
  }
  return undefined;
}
