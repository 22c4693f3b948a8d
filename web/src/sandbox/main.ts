import "../app.css";
import { mount } from "svelte";
import Sandbox from "./Sandbox.svelte";

mount(Sandbox, { target: document.getElementById("app")! });
