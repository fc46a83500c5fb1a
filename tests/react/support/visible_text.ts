/** Text of everything in an element that is not hidden. */
export function visibleText(element: Element): string {
  let text = "";
  for (const node of element.childNodes) {
    if (node.nodeType === 3) text += node.textContent;
    else if ((node as HTMLElement).style?.display !== "none") {
      text += visibleText(node as Element);
    }
  }
  return text;
}
