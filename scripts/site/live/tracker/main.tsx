import "./server.ts";
import "../../../../examples/tracker/app/main.tsx";
