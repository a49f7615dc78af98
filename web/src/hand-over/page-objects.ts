/** The objects of the current page, which the search lists. */
import { useEffect } from "react";

export interface PageObject {
  readonly label: string;
  /** Its kind or its place. */
  readonly hint: string;
  readonly show: () => void;
}

let listOfPage: () => readonly PageObject[] = () => [];

export const pageObjects = (): readonly PageObject[] => listOfPage();

/** `list` is called when the user searches. */
export function usePageObjects(list: () => readonly PageObject[]): void {
  useEffect(() => {
    listOfPage = list;
    return () => {
      if (listOfPage === list) listOfPage = () => [];
    };
  });
}
