/** Where the station's API is; the host sets it before the page is loaded. */
export const settings = {
  apiUrl: globalThis.STATION_API ?? 'http://localhost:8080',
  stationId: 'harbour-radio',
};
