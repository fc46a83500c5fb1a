/** Reads JSON, or rejects. */
export async function getJson(url: string) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

/** Sends JSON. */
export async function putJson(url: string, body: unknown) {
  const response = await fetch(url, {
    method: "PUT",
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}
