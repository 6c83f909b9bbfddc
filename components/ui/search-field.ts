/** The field that "/" leads to, on pages that have it. */
export const searchFieldId = "search-field";
