/** Where proofs are kept that the server has not answered yet; nothing stands there when there are none. */
export const proofsKey = "crash-window:proofs";
