package inputtest_test

func frames() []kind {
	pay := []move{enter("4821", `"Card code" field`, `"Card code"`), click(`"Pay" button`, `button "Pay"`)}
	const body = "Enter \"4821\" in the \"Card code\" field.\nClick the \"Pay\" button.\nCheck that the page shows \"Paid with 4821\"."
	return []kind{
		{id: "frame-other-host", page: "frame-other-host.html", body: body, moves: pay},
		{id: "frame-nested", page: "frame-nested.html", body: body, moves: pay},
		{id: "frame-in-shadow", page: "frame-in-shadow.html", body: body, moves: pay},
		{
			id: "light-and-shadow", page: "light-and-shadow.html",
			body: "Enter \"Dr\" in the \"Title\" field.\nEnter \"Kestrel\" in the \"Nickname\" field.\nClick the \"Save\" button.\n" +
				"Check that the page shows \"Saved Dr Kestrel\".\nCheck that \"not shown, as it has no slot\" is not shown.",
			moves: []move{enter("Dr", `"Title" field`, `"Title"`), enter("Kestrel", `"Nickname" field`, `"Nickname"`), click(save, `button "Save"`)},
		},
		{
			id: "closed-shadow", page: "closed-shadow.html",
			body:  "Click the \"Night\" switch.\nCheck that the page shows \"The switch is on\".",
			moves: []move{at("click", "the pink switch")},
		},
	}
}
