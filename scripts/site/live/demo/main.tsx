import "./server.ts";
import "../../../../examples/app/main.tsx";
