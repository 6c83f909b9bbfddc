import type { QuestionWords } from "@/components/question/question-words";
import { simulatorWords } from "@/components/simulator/words";
import { trafficWords } from "@/components/traffic/traffic-words";
import type { Translator } from "@/lib/i18n";

/** The sentences of questions in one language, for client components. */
export function questionWords(t: Translator): QuestionWords {
  return {
    predict: t("question.predict"),
    firstTry: t("question.firstTry"),
    lastTry: t("question.lastTry"),
    saved: t("question.saved"),
    waiting: t("question.waiting"),
    notAccepted: t("question.notAccepted"),
    keysTitle: t("question.keysTitle"),
    keys: {
      choice: t("question.keys.choice"),
      several: t("question.keys.several"),
      number: t("question.keys.number"),
      place: t("question.keys.place"),
      order: t("question.keys.order"),
    },
    number: t("question.number"),
    howSure: t("question.howSure"),
    confidence: {
      guess: t("question.confidence.guess"),
      likely: t("question.confidence.likely"),
      sure: t("question.confidence.sure"),
    },
    commit: t("question.commit"),
    sending: t("question.sending"),
    missing: {
      option: t("question.missing.option"),
      options: t("question.missing.options"),
      place: t("question.missing.place"),
      value: t("question.missing.value"),
      number: t("question.missing.number"),
      same: t("question.missing.same"),
      sameAnswer: t("question.missing.sameAnswer"),
      confidence: t("question.missing.confidence"),
    },
    waitingBecause: {
      offline: t("question.waitingBecause.offline"),
      unreachable: t("question.waitingBecause.unreachable"),
      busy: t("question.waitingBecause.busy"),
    },
    sendNow: t("question.sendNow"),
    superseded: t("question.superseded"),
    refusedWithoutReason: t("question.refusedWithoutReason"),
    answerAgain: t("question.answerAgain"),
    verdict: {
      rightFirst: t("question.verdict.rightFirst"),
      rightSecond: t("question.verdict.rightSecond"),
      wrongFirst: t("question.verdict.wrongFirst"),
      wrongSecond: t("question.verdict.wrongSecond"),
      gaveUp: t("question.verdict.gaveUp"),
    },
    rowVerdict: { right: t("question.rowVerdict.right"), wrong: t("question.rowVerdict.wrong") },
    sureAndWrong: t("question.sureAndWrong"),
    secondTry: t("question.secondTry"),
    showAnswer: t("question.showAnswer"),
    yourAnswer: t("question.yourAnswer"),
    yourFirstTry: t("question.yourFirstTry"),
    rightAnswer: t("question.rightAnswer"),
    explanation: t("question.explanation"),
    others: t("question.others"),
    whyThisOrder: t("question.whyThisOrder"),
    moveUp: t("question.moveUp"),
    moveDown: t("question.moveDown"),
    movedTo: t("question.movedTo", { place: "{place}", total: "{total}" }),
    yourPlace: t("question.yourPlace", { place: "{place}" }),
    withoutScript: t("question.withoutScript"),
    simulator: simulatorWords(t),
    traffic: trafficWords(t),
  };
}
