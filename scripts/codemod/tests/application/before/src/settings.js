/** Where the station's API is, and which station this is. */
export const settings = {
  apiUrl: globalThis.process?.env.STATION_API ?? 'http://localhost:8080',
  stationId: 'harbour-radio',
};
